// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import java.nio.file.Path;

/**
 * One thread waits, any thread of any process rings. The thread that waits calls
 *
 * <pre>{@code
 *   bell.prepareWait();
 *   if (there is work) bell.cancelWait(); else bell.await(deadline);
 * }</pre>
 *
 * and whoever makes work publishes it first and then calls {@link #ring}. So no wake-up is lost.
 */
public interface Doorbell extends AutoCloseable {
    /** The deadline of a thread that waits until somebody rings. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Publishes that this thread waits. Work published before a {@link #ring} that did not see this is visible
     * afterwards.
     */
    void prepareWait();

    /** Cancels {@link #prepareWait}. */
    void cancelWait();

    /**
     * Waits until somebody has rung since {@link #prepareWait}, or until the deadline; may return sooner. {@link #ring}
     * and {@link #close} end it, an interrupt does not.
     *
     * @param deadlineNanos a time of {@link System#nanoTime}, or {@link #NEVER}
     */
    void await(long deadlineNanos);

    /** Wakes the thread that waits. Any thread of any process may call it. It is a volatile load if nobody waits. */
    void ring();

    /** Whether {@link #prepareWait} was called and nobody has rung since: a hint for the thread that waits. */
    boolean isWaiting();

    /** The path by which another process opens it: {@link Doorbells#open}. */
    Path path();

    /** Releases the thread that waits. The process that made the doorbell also deletes its files. */
    @Override
    void close();
}
