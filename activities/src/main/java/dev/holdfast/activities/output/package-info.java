/** What is shown of output that is too long to be shown. */
@NullMarked
package dev.holdfast.activities.output;

import org.jspecify.annotations.NullMarked;
