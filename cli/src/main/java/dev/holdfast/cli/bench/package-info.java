/** The benchmark's place on the command line; the benchmark itself is a program of its own. */
@NullMarked
package dev.holdfast.cli.bench;

import org.jspecify.annotations.NullMarked;
