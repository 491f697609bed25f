/** Files on their way in and out. */
@NullMarked
package dev.holdfast.api.files;

import org.jspecify.annotations.NullMarked;
