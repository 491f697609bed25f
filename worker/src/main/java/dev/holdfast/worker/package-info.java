/** The worker: one process per host that serves its task queues. */
@NullMarked
package dev.holdfast.worker;

import org.jspecify.annotations.NullMarked;
