/** Sandboxes that are process trees of this host: the same supervisor and the same semantics, without isolation. */
@NullMarked
package dev.holdfast.activities.sandbox.local;

import org.jspecify.annotations.NullMarked;
