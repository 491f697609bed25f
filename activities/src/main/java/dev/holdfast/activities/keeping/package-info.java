/** What is kept of tasks that have ended, and for how long. */
@NullMarked
package dev.holdfast.activities.keeping;

import org.jspecify.annotations.NullMarked;
