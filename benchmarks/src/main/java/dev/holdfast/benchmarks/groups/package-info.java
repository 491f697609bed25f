/** The rows of the benchmark, by subject. */
@NullMarked
package dev.holdfast.benchmarks.groups;

import org.jspecify.annotations.NullMarked;
