/** Holdfast as tools for agents (Model Context Protocol). Every tool is a few calls of the Java SDK. */
@NullMarked
package dev.holdfast.mcp;

import org.jspecify.annotations.NullMarked;
