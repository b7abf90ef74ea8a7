// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

/** Closes an engine when the JVM shuts down. Any thread. */
public final class ShutdownHook {

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    public static ShutdownHook none() {
        return new ShutdownHook(null);
    }

    public static ShutdownHook install(Runnable close) {
        Thread thread = new Thread(close, "millrace-shutdown");
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    /** Removes the hook when the engine is closed, so that the JVM does not keep the engine. */
    public void remove() {
        if (thread == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // The JVM shuts down already
        }
    }
}
