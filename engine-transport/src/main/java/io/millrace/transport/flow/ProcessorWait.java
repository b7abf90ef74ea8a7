package io.millrace.transport.flow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether an event loop's thread waits for a processor, by the kernel's run queue statistics. One per event loop, on its
 * thread. False if the kernel keeps no such statistics, or for a loop that hardly runs. Decision 020 says what it wins.
 */
public final class ProcessorWait {

    static final long SAMPLE_NANOS = 100_000_000L;

    /** It waited for at least this share of the time in which it ran. */
    static final double SHORT_SHARE = 0.5;

    /** It ran for at least this share of all time. */
    static final double LEAST_RUN_SHARE = 0.01;

    private static final Path STATISTICS = Path.of("/proc/thread-self/schedstat");

    private boolean started;
    private boolean unknown;
    private long sampledAt;
    private long ranNanos;
    private long waitedNanos;
    private boolean processorsShort;

    /** Called on the event loop: reads its thread's statistics once per {@link #SAMPLE_NANOS}. */
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

    /** The thread has run and waited for these times so far. */
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
