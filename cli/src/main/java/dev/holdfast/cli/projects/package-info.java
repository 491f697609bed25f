/** Commands that know what a directory of code is. */
@NullMarked
package dev.holdfast.cli.projects;

import org.jspecify.annotations.NullMarked;
