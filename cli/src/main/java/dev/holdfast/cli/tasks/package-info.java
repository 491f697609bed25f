/** Commands about tasks. */
@NullMarked
package dev.holdfast.cli.tasks;

import org.jspecify.annotations.NullMarked;
