package io.millrace.cluster.client;

import java.util.function.Supplier;

/** Is told what a client waits for, again and again while it waits, by the thread that waits. */
@FunctionalInterface
public interface WaitListener {

    WaitListener NONE = (forNanos, what) -> {};

    /**
     * @param forNanos how long it has waited
     * @param what for the listener that wants to show it: such as {@code sends big.jar, 120 of 210 MB}
     */
    void waits(long forNanos, Supplier<String> what);
}
