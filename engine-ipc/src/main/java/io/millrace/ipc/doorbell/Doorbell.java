package io.millrace.ipc.doorbell;

import java.nio.file.Path;

/**
 * One thread waits, any thread of any process rings. The thread that waits calls
 *
 * <pre>{@code
 *   bell.prepareWait();
 *   if (there is work) bell.cancelWait(); else bell.block();
 * }</pre>
 *
 * and whoever makes work publishes it first and then calls {@link #ring}. Not one wake-up is lost so.
 */
public interface Doorbell extends AutoCloseable {
    /** Publishes that this thread waits; what it looks at afterwards is at least as new as what was there when others saw that. */
    void prepareWait();

    /** Takes back {@link #prepareWait}. */
    void cancelWait();

    /**
     * Waits until somebody has rung since {@link #prepareWait}; may return sooner. An interrupt does not end it, {@link #ring} and
     * {@link #close} do.
     */
    void block();

    /** Wakes the thread that waits. Any thread of any process; a volatile load if nobody waits. */
    void ring();

    /** Whether {@link #prepareWait} stands: a hint, for the thread that waits itself. */
    boolean isWaiting();

    /** How another process finds it: {@link Doorbells#open}. */
    Path path();

    /** Releases the thread that waits. The process that made the doorbell removes its files too. */
    @Override
    void close();
}
