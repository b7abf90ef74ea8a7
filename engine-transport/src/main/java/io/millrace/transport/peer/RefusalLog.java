// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import java.net.SocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Decides which refusals are logged: the first of each cause and host in {@link #SILENCE_NANOS}, and no more than
 * {@link #MOST} in that time. Any thread.
 */
final class RefusalLog {

    static final long SILENCE_NANOS = 600_000_000_000L;

    /** The most lines within {@link #SILENCE_NANOS}, also for a peer that has many addresses. */
    static final int MOST = 256;

    private final LongSupplier clock;
    /** The time at which each cause and host was logged last, the oldest first. */
    private final Map<String, Long> said = new LinkedHashMap<>();

    RefusalLog(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized boolean isNews(Enum<?> cause, SocketAddress from) {
        long now = clock.getAsLong();
        for (Iterator<Long> times = said.values().iterator();
                times.hasNext() && now - times.next() >= SILENCE_NANOS; ) {
            times.remove();
        }
        return said.size() < MOST && said.putIfAbsent(cause + " " + Admission.host(from), now) == null;
    }
}
