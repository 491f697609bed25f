/** Writes a Dockerfile for a project that has none. */
@NullMarked
package dev.holdfast.projects.bootstrap;

import org.jspecify.annotations.NullMarked;
