/** How each language writes calls and imports. */
@NullMarked
package dev.holdfast.validation.dialects;

import org.jspecify.annotations.NullMarked;
