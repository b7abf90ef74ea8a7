// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * A system of processes that share memory: its states, packed into longs, and the atomic steps that lead from one to
 * the next.
 */
interface Model {
    /** The number of longs of a packed state. */
    int longs();

    void start(long[] state);

    /**
     * Takes every step that is possible in {@link Steps#now}.
     *
     * @throws Violation if one of them does damage
     */
    void expand(Steps steps);

    /** Whether all work is done. */
    boolean isQuiet(long[] state);

    /** @throws Violation if a quiet state lacks something */
    void checkQuiet(long[] state);
}
