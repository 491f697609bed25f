/** What Holdfast costs, set against what it replaces, in one run on one machine. */
@NullMarked
package dev.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
