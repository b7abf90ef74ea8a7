// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts how many engines of a task have died on a message, which its {@link MessageHash} identifies, and remembers the
 * dead messages that come again as they could not be emitted. Confined to the task's thread, but for {@link #any} and
 * {@link #dead}.
 */
final class MessageDeaths {

    /** The number of deaths from which on a message is given to no further engine. */
    static final int MOST = 3;

    /** The most messages that are remembered. The message whose last report is the oldest is forgotten first. */
    static final int REMEMBERED = 1_024;

    private final Map<Long, Integer> deaths = new Remembered<>();

    /** Descriptions of the last deaths of dead messages, by hash. */
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

    /** A dead message was emitted. Another message with the same values counts as new. */
    void emitted(long hash) {
        if (last.remove(hash) != null) {
            dead = Set.copyOf(last.keySet());
        }
    }

    /** Returns the description of the last death of a message that comes again. */
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

    /** Returns whether deaths of a message are counted. Any thread. */
    boolean any() {
        return any;
    }

    /** Returns the dead messages that come again. Any thread. */
    Set<Long> dead() {
        return dead;
    }
}
