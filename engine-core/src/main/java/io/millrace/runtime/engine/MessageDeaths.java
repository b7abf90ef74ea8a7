package io.millrace.runtime.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts how many engines of a task have died on a message, which is known by its {@link MessageHash}. Confined to the task's thread, but for {@link #any}. */
final class MessageDeaths {

    /** On a message that has as many, no further engine is started. */
    static final int MOST = 3;

    /** So many messages are remembered; then those of which nothing has been heard for longest are forgotten. */
    private static final int REMEMBERED = 1_024;

    private final Map<Long, Integer> deaths = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    private volatile boolean any;

    /** An engine has died on this message. Returns whether it must not be tried again. */
    boolean died(long hash) {
        boolean last = deaths.merge(hash, 1, Integer::sum) >= MOST;
        if (last) {
            deaths.remove(hash);
        }
        any = !deaths.isEmpty();
        return last;
    }

    /** This message has been processed. */
    void processed(long hash) {
        if (any) {
            deaths.remove(hash);
            any = !deaths.isEmpty();
        }
    }

    /** Whether a message is remembered. Any thread. */
    boolean any() {
        return any;
    }
}
