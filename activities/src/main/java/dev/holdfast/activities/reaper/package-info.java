/** What makes sure that no sandbox outlives its right to be there. */
@NullMarked
package dev.holdfast.activities.reaper;

import org.jspecify.annotations.NullMarked;
