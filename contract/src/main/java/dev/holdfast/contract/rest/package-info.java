/** What the REST API adds around the shared types: pages, log entries and events. Written once for both of its sides. */
@NullMarked
package dev.holdfast.contract.rest;

import org.jspecify.annotations.NullMarked;
