// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Logs at most one line a minute for each trouble of the disk, and one when it is over. Used by the disk's thread. */
final class TroubleLog {

    private static final long REPEAT_NANOS = 60_000_000_000L;

    /** The kinds of trouble. */
    enum Trouble {
        WRITE,
        READ,
        DAMAGE,
        SLOW,
        LIMIT,
        REMOVE
    }

    private static final class State {

        private long loggedAt;
        private long since;
        private boolean over;
    }

    private final Consumer<String> out;
    private final LongSupplier nanoTime;
    private final Map<Trouble, State> states = new EnumMap<>(Trouble.class);

    TroubleLog(Consumer<String> out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
    }

    void report(Trouble trouble, String line) {
        long now = nanoTime.getAsLong();
        State state = states.get(trouble);
        if (state == null) {
            state = new State();
            states.put(trouble, state);
            out.accept(line);
        } else if (now - state.loggedAt >= REPEAT_NANOS) {
            out.accept(state.since == 0 ? line : line + "; " + state.since + " times more since it was logged last");
        } else {
            state.since++;
            return;
        }
        state.loggedAt = now;
        state.since = 0;
        state.over = false;
    }

    /** Logs that a trouble is over that was logged. */
    void over(Trouble trouble, String line) {
        State state = states.get(trouble);
        if (state != null && !state.over) {
            state.over = true;
            out.accept(line);
        }
    }
}
