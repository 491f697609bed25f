/** How one task differs from another. */
@NullMarked
package dev.holdfast.activities.diff;

import org.jspecify.annotations.NullMarked;
