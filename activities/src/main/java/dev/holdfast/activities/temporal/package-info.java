/** How Holdfast talks to Temporal. */
@NullMarked
package dev.holdfast.activities.temporal;

import org.jspecify.annotations.NullMarked;
