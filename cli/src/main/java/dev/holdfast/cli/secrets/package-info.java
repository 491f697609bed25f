/** Secrets that are kept for the tasks of a project. */
@NullMarked
package dev.holdfast.cli.secrets;

import org.jspecify.annotations.NullMarked;
