// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import java.util.function.Supplier;

/** A listener to the waits of a client, called again and again by the thread that waits. */
@FunctionalInterface
public interface WaitListener {

    WaitListener NONE = (forNanos, what) -> {};

    /**
     * @param forNanos the time for which it has waited
     * @param what the text to show, such as {@code sends big.jar, 120 of 210 MB}
     */
    void waits(long forNanos, Supplier<String> what);
}
