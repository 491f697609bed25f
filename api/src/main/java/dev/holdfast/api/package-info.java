/** The REST API. It starts workflows and reads the run history; it never touches a sandbox. */
@NullMarked
package dev.holdfast.api;

import org.jspecify.annotations.NullMarked;
