/** The run history: what happened, kept after the sandbox is gone. Ports here, PostgreSQL below. */
@NullMarked
package dev.holdfast.activities.history;

import org.jspecify.annotations.NullMarked;
