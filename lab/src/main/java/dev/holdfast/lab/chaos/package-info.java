/** Faults against real processes, and an oracle that looks afterwards. */
@NullMarked
package dev.holdfast.lab.chaos;

import org.jspecify.annotations.NullMarked;
