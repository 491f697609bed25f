/** The command line: one class per command, loaded only when it is called. */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
