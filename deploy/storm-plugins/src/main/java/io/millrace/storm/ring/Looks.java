// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.function.IntSupplier;

/** Looks of a thread at something empty before it waits, as a wait and the call that ends it cost more than they do. */
final class Looks {

    private static final int SPINS = 50;

    /** On a busy machine others run meanwhile, and what they have made is found at once, without a call that wakes. */
    private static final int YIELDS = 10;

    private Looks() {}

    /**
     * Works until something was done, or nothing for a while.
     *
     * @param work returns how much was done
     * @return whether something was
     */
    static boolean find(IntSupplier work) {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
            if (work.getAsInt() > 0) {
                return true;
            }
        }
        for (int i = 0; i < YIELDS; i++) {
            Thread.yield();
            if (work.getAsInt() > 0) {
                return true;
            }
        }
        return false;
    }
}
