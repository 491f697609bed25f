/** Everything Holdfast needs on one machine, each part a process of its own: started, watched and stopped together. */
@NullMarked
package dev.holdfast.devstack;

import org.jspecify.annotations.NullMarked;
