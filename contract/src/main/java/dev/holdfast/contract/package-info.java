/** What callers send and receive: the same types in the Java SDK, in REST bodies and in workflow payloads. */
@NullMarked
package dev.holdfast.contract;

import org.jspecify.annotations.NullMarked;
