/** What reaches the user's screen, and what must not. */
@NullMarked
package dev.holdfast.cli.output;

import org.jspecify.annotations.NullMarked;
