// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * A doorbell in a packed state. The number of waits in its word is only compared, so the state holds which ringers have
 * seen the latest.
 */
interface Bell {

    void prepareWait(long[] s);

    /**
     * Takes the wait back.
     *
     * @param empty whether the rule is kept by which a pipe is emptied once in some waits
     * @return false if the thread must wait for a byte that is there, as somebody has rung
     */
    boolean cancelWait(long[] s, boolean empty);

    /** Whether a thread that waits goes on. */
    boolean canRead(long[] s);

    /** The thread goes on. */
    void read(long[] s);

    /** The thread gives itself to the kernel; false if there is no such step now. */
    boolean enter(long[] s);

    /** Whether the thread may come back by time, even if it knows of nothing to look at. */
    default boolean hasDeadline(long[] s) {
        return false;
    }

    /** The thread comes back by time; false if somebody may have rung, so that it must read a byte. */
    boolean timeOut(long[] s);

    /** The thread that went on says that it waits no more. */
    void takeBack(long[] s);

    /** Steps of other threads of the process of the thread that waits. */
    default void expand(Steps steps) {}

    /** Returns whoever rings it, step by step. */
    Ringer newRinger(Field.Packing bits, BellMutant mutant);
}
