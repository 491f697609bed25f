/** Commands about access. */
@NullMarked
package dev.holdfast.cli.tokens;

import org.jspecify.annotations.NullMarked;
