package io.millrace.transport.flow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether an event loop's thread has to wait for a processor when it is needed, by the kernel's run queue statistics. One per
 * event loop, on its thread. Where the kernel keeps no such statistics, or for a loop that hardly runs, it never has to.
 */
public final class ProcessorWait {

    static final long SAMPLE_NANOS = 100_000_000L;

    /** Of the time in which it ran, it waited for this share. */
    static final double SHORT_SHARE = 0.5;

    /** Of all time, it ran for this share. */
    static final double LEAST_RUN_SHARE = 0.01;

    private static final Path STATISTICS = Path.of("/proc/thread-self/schedstat");

    private boolean started;
    private boolean unknown;
    private long sampledAt;
    private long ranNanos;
    private long waitedNanos;
    private boolean processorsShort;

    /** The calling thread is the event loop's: looks at its statistics if it is time. */
    public void look(long nowNanos) {
        if (unknown || started && nowNanos - sampledAt < SAMPLE_NANOS) {
            return;
        }
        try {
            String[] words = Files.readString(STATISTICS).strip().split(" ");
            sample(nowNanos, Long.parseLong(words[0]), Long.parseLong(words[1]));
        } catch (IOException | RuntimeException e) {
            // No Linux, or a kernel without these statistics
            unknown = true;
            processorsShort = false;
        }
    }

    /** So long it has run so far, and so long it has waited for a processor. */
    void sample(long nowNanos, long ran, long waited) {
        long elapsed = nowNanos - sampledAt;
        long run = ran - ranNanos;
        processorsShort = started && run >= LEAST_RUN_SHARE * elapsed && waited - waitedNanos >= SHORT_SHARE * run;
        started = true;
        sampledAt = nowNanos;
        ranNanos = ran;
        waitedNanos = waited;
    }

    /** As of the last sample. */
    public boolean isShort() {
        return processorsShort;
    }
}
