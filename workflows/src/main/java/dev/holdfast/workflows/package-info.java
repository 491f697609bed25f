/** The deterministic part: what happens to a task, in which order, and the activities that it asks for. */
@NullMarked
package dev.holdfast.workflows;

import org.jspecify.annotations.NullMarked;
