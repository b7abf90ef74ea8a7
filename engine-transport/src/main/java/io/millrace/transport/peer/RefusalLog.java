package io.millrace.transport.peer;

import java.net.SocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Decides which refusals are logged: the first of its cause and host in {@link #SILENCE_NANOS}, and no more than {@link #MOST} in that time. Any thread.
 */
final class RefusalLog {

    static final long SILENCE_NANOS = 600_000_000_000L;

    /** A peer that has many addresses has no more lines than this. */
    static final int MOST = 256;

    private final LongSupplier clock;
    /** When each was logged last, the oldest first. */
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
