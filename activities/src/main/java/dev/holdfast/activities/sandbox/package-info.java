/** Where steps run. The port is here; its adapters are below: container engines and local process trees. */
@NullMarked
package dev.holdfast.activities.sandbox;

import org.jspecify.annotations.NullMarked;
