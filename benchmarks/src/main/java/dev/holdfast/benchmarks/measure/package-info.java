/** How things are measured: in turn, more than once, and judged against goals. */
@NullMarked
package dev.holdfast.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
