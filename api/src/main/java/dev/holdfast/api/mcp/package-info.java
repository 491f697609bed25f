/** The tools for agents at /mcp. */
@NullMarked
package dev.holdfast.api.mcp;

import org.jspecify.annotations.NullMarked;
