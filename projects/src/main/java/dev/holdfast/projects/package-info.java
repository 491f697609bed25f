/** Directories of code: what they are, how they are built and tested. */
@NullMarked
package dev.holdfast.projects;

import org.jspecify.annotations.NullMarked;
