// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** A process that rings a doorbell, step by step. It may be killed between two steps. */
interface Ringer {

    void begin(long[] s);

    boolean isBusy(long[] s);

    /** Whether its next step only loads the word: that may come before its process's last store is visible. */
    boolean isLooking(long[] s);

    void forget(long[] s);

    void expand(Steps steps, String who);
}
