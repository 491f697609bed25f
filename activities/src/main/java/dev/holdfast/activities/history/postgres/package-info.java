/** The run history in PostgreSQL. */
@NullMarked
package dev.holdfast.activities.history.postgres;

import org.jspecify.annotations.NullMarked;
