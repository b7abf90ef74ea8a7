// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** The damages that must never happen. */
enum ModelDamage {
    /** A sink shows an output again. */
    TWICE,
    /** A sink shows an output without one that comes before it. */
    MISSING,
    /** A sink shows, or is told to show, an output that no pointer has named. */
    COMMIT_WITHOUT_POINTER,
    /** One id was committed with two contents, or after a later one. */
    TWO_COMMITS,
    /** The pointer names a manifest that cannot be read. */
    NOT_DURABLE,
    /** A snapshot that was reported as committed is not gone back to. */
    LOST,
    /** After a recovery a sink does not show the outputs up to the restored position. */
    RECOVERED_WRONG,
    /** Tasks run in a generation while those of another worker still run in the one before. */
    STARTED_EARLY,
    /** A worker and its predecessor run in one generation. */
    TWO_IN_GENERATION,
    /** There are states from which the topology never runs again, even if nothing else fails. */
    STUCK
}
