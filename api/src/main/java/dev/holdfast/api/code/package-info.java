/** What can be said of code that callers send, before any of it runs. */
@NullMarked
package dev.holdfast.api.code;

import org.jspecify.annotations.NullMarked;
