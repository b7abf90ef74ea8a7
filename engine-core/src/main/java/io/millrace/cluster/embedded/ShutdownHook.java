package io.millrace.cluster.embedded;

/** Closes an engine when the JVM shuts down. Any thread. */
final class ShutdownHook {

    private final Thread thread;

    private ShutdownHook(Thread thread) {
        this.thread = thread;
    }

    static ShutdownHook none() {
        return new ShutdownHook(null);
    }

    static ShutdownHook install(Runnable close) {
        Thread thread = new Thread(close, "millrace-shutdown");
        Runtime.getRuntime().addShutdownHook(thread);
        return new ShutdownHook(thread);
    }

    /** Called when the engine is closed, so that the JVM does not keep it. */
    void remove() {
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
