package io.millrace.runtime.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts how many engines of a task have died on a message, which is known by its {@link MessageHash}, and remembers those that are dead and come again as
 * they could not be emitted. Confined to the task's thread, but for {@link #any} and {@link #dead}.
 */
final class MessageDeaths {

    /** A message that has as many is given to no further engine. */
    static final int MOST = 3;

    /** So many messages are remembered; then those of which nothing has been heard for longest are forgotten. */
    static final int REMEMBERED = 1_024;

    private final Map<Long, Integer> deaths = new Remembered<>();

    /** What is known of the last death of each that is dead. */
    private final Map<Long, String> last = new Remembered<>();

    private volatile boolean any;
    private volatile Set<Long> dead = Set.of();

    private static final class Remembered<V> extends LinkedHashMap<Long, V> {

        private static final long serialVersionUID = 1L;

        Remembered() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
            return size() > REMEMBERED;
        }
    }

    /** An engine has died on this message. Returns whether it must not be tried again. */
    boolean died(long hash) {
        boolean isDead = deaths.merge(hash, 1, Integer::sum) >= MOST;
        if (isDead) {
            deaths.remove(hash);
        }
        any = !deaths.isEmpty();
        return isDead;
    }

    /** A dead message was not emitted, so that its source repeats it. */
    void comesAgain(long hash, String lastDeath) {
        if (last.put(hash, lastDeath) == null) {
            dead = Set.copyOf(last.keySet());
        }
    }

    /** A dead message was emitted. Another one with the same values is a new one. */
    void emitted(long hash) {
        if (last.remove(hash) != null) {
            dead = Set.copyOf(last.keySet());
        }
    }

    /** Returns what is known of the last death of a message that comes again. */
    String lastDeath(long hash) {
        return last.getOrDefault(hash, "death was forgotten");
    }

    /** This message has been processed. */
    void processed(long hash) {
        if (any) {
            deaths.remove(hash);
            any = !deaths.isEmpty();
        }
    }

    /** Whether deaths of a message are counted. Any thread. */
    boolean any() {
        return any;
    }

    /** Returns the dead messages that come again. Any thread. */
    Set<Long> dead() {
        return dead;
    }
}
