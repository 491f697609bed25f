@NullMarked
package dev.holdfast.cli.stack;

import org.jspecify.annotations.NullMarked;
