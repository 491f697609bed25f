@NullMarked
package dev.holdfast.devstack;

import org.jspecify.annotations.NullMarked;
