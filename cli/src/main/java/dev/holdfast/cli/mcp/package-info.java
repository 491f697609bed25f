/** The server of tools for agents, on stdio. */
@NullMarked
package dev.holdfast.cli.mcp;

import org.jspecify.annotations.NullMarked;
