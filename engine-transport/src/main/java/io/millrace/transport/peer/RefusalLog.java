package io.millrace.transport.peer;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Decides which refusals are logged: the first of its cause and host in {@link #SILENCE_NANOS}. Any thread. */
final class RefusalLog {

    static final long SILENCE_NANOS = 600_000_000_000L;

    private static final int MOST_REMEMBERED = 1024;

    private final LongSupplier clock;
    private final Map<String, Long> said = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    RefusalLog(LongSupplier clock) {
        this.clock = clock;
    }

    synchronized boolean isNews(Enum<?> cause, SocketAddress from) {
        String host = from instanceof InetSocketAddress address ? address.getHostString() : String.valueOf(from);
        long now = clock.getAsLong();
        Long before = said.get(cause + " " + host);
        if (before != null && now - before < SILENCE_NANOS) {
            return false;
        }
        said.put(cause + " " + host, now);
        return true;
    }
}
