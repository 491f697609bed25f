@NullMarked
package dev.holdfast.devstack.control;

import org.jspecify.annotations.NullMarked;
