/** Commands that put Holdfast to the proof. What they start is another program (lab/), with many more libraries. */
@NullMarked
package dev.holdfast.cli.lab;

import org.jspecify.annotations.NullMarked;
