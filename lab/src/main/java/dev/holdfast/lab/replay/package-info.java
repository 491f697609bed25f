/** Histories of tasks, run again through the workflow code. */
@NullMarked
package dev.holdfast.lab.replay;

import org.jspecify.annotations.NullMarked;
