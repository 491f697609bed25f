/** Programs that put Holdfast to the proof. */
@NullMarked
package dev.holdfast.lab;

import org.jspecify.annotations.NullMarked;
