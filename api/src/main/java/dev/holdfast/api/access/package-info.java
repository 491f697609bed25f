/** Who may call the API. */
@NullMarked
package dev.holdfast.api.access;

import org.jspecify.annotations.NullMarked;
