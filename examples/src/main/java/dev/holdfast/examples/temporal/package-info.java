/** Tasks without the API: straight through Temporal, from its client or from workflows of one's own. */
@NullMarked
package dev.holdfast.examples.temporal;

import org.jspecify.annotations.NullMarked;
