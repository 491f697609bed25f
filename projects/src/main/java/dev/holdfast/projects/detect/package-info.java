/** Finds out what a directory of code is, and says by which evidence. */
@NullMarked
package dev.holdfast.projects.detect;

import org.jspecify.annotations.NullMarked;
