/** The worker's side of docs/protocol.md. */
@NullMarked
package dev.holdfast.activities.sandbox.protocol;

import org.jspecify.annotations.NullMarked;
