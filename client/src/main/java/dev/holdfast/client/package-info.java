/** The Java SDK: tasks from any JVM, over REST. Start at {@link dev.holdfast.client.Holdfast}. */
@NullMarked
package dev.holdfast.client;

import org.jspecify.annotations.NullMarked;
