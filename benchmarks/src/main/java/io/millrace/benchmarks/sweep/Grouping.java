// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/** How a message finds an engine. */
public enum Grouping {
    /** Engines get messages in turn, on threads that all tasks of a worker share. */
    SHUFFLE,
    /** The engine that is free first gets the message; the others wait at the source. */
    FIRST_IDLE
}
