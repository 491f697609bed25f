/** Golden images on this machine. */
@NullMarked
package dev.holdfast.cli.images;

import org.jspecify.annotations.NullMarked;
