// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/** A worker as the coordinator sees it. Used by the coordinator. */
final class Member {

    static final long NONE = -1;

    final String worker;

    /** The epoch of the newest start that has joined. */
    long epoch = NONE;

    /** Whether the newest start is there. */
    boolean joined;

    /**
     * The start that was told to enter the present generation. There is at most one for each generation, as a start
     * that is believed dead may still be in it.
     */
    long bound = NONE;

    /** Whether the worker has entered the present generation. */
    boolean ready;

    /** The number of the last loss of a connection that the worker has reported in the present generation. */
    long broken;

    Member(String worker) {
        this.worker = worker;
    }

    void newGeneration() {
        bound = NONE;
        ready = false;
        broken = 0;
    }
}
