/** Tasks as workflows of Temporal. */
@NullMarked
package dev.holdfast.api.tasks.temporal;

import org.jspecify.annotations.NullMarked;
