/** What the workflow asks a host to do, built from the ports for sandboxes, history and artifacts. */
@NullMarked
package dev.holdfast.activities.task;

import org.jspecify.annotations.NullMarked;
