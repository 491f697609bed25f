/** Sandboxes that are started before a task asks for one. */
@NullMarked
package dev.holdfast.activities.pool;

import org.jspecify.annotations.NullMarked;
