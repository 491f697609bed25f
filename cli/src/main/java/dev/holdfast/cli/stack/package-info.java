/** Starting, stopping and finding the stack of this machine. The stack itself is another program (deploy/). */
@NullMarked
package dev.holdfast.cli.stack;

import org.jspecify.annotations.NullMarked;
