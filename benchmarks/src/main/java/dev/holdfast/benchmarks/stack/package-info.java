/** Our own side: sandboxes of this process, and whole stacks with everything that tasks need. */
@NullMarked
package dev.holdfast.benchmarks.stack;

import org.jspecify.annotations.NullMarked;
