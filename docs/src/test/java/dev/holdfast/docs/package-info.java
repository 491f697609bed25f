/** Keeps the documentation true to the code. */
@NullMarked
package dev.holdfast.docs;

import org.jspecify.annotations.NullMarked;
