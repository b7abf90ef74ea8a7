package io.millrace.runtime.engine;

/** The pause before an engine is started again: none at first, then twice as long each time, until it has processed a message. Confined to the engine's thread. */
final class RestartBackoff {

    static final long FIRST_NANOS = 100_000_000L;
    static final long LONGEST_NANOS = 10_000_000_000L;

    private int deaths;

    /** The engine has died. Returns the pause in nanoseconds. */
    long died() {
        int doublings = deaths++ - 1;
        if (doublings < 0) {
            return 0;
        }
        return doublings > 16 ? LONGEST_NANOS : Math.min(LONGEST_NANOS, FIRST_NANOS << doublings);
    }

    /** The engine has processed a message. */
    void worked() {
        deaths = 0;
    }
}
