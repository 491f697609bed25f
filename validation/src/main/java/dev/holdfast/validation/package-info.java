/** Looks at code before it runs: dangerous calls, secrets, syntax errors. */
@NullMarked
package dev.holdfast.validation;

import org.jspecify.annotations.NullMarked;
