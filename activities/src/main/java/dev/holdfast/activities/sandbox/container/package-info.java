/** Sandboxes that are containers of a Docker or Podman engine on this host. */
@NullMarked
package dev.holdfast.activities.sandbox.container;

import org.jspecify.annotations.NullMarked;
