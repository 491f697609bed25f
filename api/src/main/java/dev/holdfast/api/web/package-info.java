/** Requests and answers. */
@NullMarked
package dev.holdfast.api.web;

import org.jspecify.annotations.NullMarked;
