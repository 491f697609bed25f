/** A repository's own word on how it is built and tested: {@code .holdfast.yml}. */
@NullMarked
package dev.holdfast.projects.repo;

import org.jspecify.annotations.NullMarked;
