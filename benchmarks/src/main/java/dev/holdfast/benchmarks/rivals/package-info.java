/** What Holdfast is set against: a bare process, the docker command and the engine's API. */
@NullMarked
package dev.holdfast.benchmarks.rivals;

import org.jspecify.annotations.NullMarked;
