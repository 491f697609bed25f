/** What makes sure that no sandbox outlives its right to be there, nor loses it while its task goes on. */
@NullMarked
package dev.holdfast.activities.reaper;

import org.jspecify.annotations.NullMarked;
