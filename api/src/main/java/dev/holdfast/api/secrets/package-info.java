/** Secrets on their way in. Nothing here ever gives a value out. */
@NullMarked
package dev.holdfast.api.secrets;

import org.jspecify.annotations.NullMarked;
