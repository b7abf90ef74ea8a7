// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The followed inputs whose traces go on when the bolt emits for no input: for a timer, a tick or a command. For each
 * key and time of a timer the last input is kept, without its values, and goes on once. Confined to the task's thread.
 */
final class DeferredTraces {

    /** The key of inputs that have none. */
    static final Object NO_KEY = new Object();

    private static final int MOST_KEYS = 1_024;
    private static final int MOST_OF_KEY = 8;
    private static final Object[] NO_VALUES = {};

    private record Deferred(DataTuple input, long until) {}

    /** The held inputs by key, in the order of their last inputs, as those of keys that no timer asks for must go. */
    private final Map<Object, Deque<Deferred>> byKey = new LinkedHashMap<>();

    // The call that may emit for held inputs; null if there is none
    private Object callKey;
    private long callMillis;
    private DataTuple chosen;

    /**
     * A followed input has been executed.
     *
     * @param until time of the timer by which it is emitted first
     */
    void add(Object key, long until, DataTuple input) {
        if (input.intendedNanos() == DataTuple.UNKNOWN_TIME) {
            return;
        }
        Deque<Deferred> deferred = byKey.remove(key);
        if (deferred == null) {
            deferred = new ArrayDeque<>(2);
            if (byKey.size() == MOST_KEYS) {
                byKey.remove(byKey.keySet().iterator().next());
            }
        }
        deferred.removeIf(earlier -> earlier.until == until);
        if (deferred.size() == MOST_OF_KEY) {
            deferred.removeFirst();
        }
        deferred.addLast(new Deferred(withoutValues(input), until));
        byKey.put(key, deferred);
    }

    private static DataTuple withoutValues(DataTuple input) {
        DataTuple light =
                new DataTuple(input.stream(), input.sourceTask(), input.targetTask(), input.intendedNanos(), NO_VALUES);
        light.follow(input.stageTimes());
        light.arrivedBy(input.arrivedBy());
        return light;
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** A call without an input begins. */
    void begin(Object key, long millis) {
        callKey = key;
        callMillis = millis;
    }

    /** Returns the input whose trace an emission of this call goes on with; null if there is none. */
    DataTuple input() {
        if (chosen == null && callKey != null) {
            Deque<Deferred> deferred = byKey.get(callKey);
            if (deferred != null) {
                for (Deferred each : deferred) {
                    chosen = each.until <= callMillis ? each.input : chosen;
                }
            }
        }
        return chosen;
    }

    /** The call without an input is over. */
    void end() {
        if (chosen != null) {
            Deque<Deferred> deferred = byKey.get(callKey);
            deferred.removeIf(each -> each.until <= callMillis);
            if (deferred.isEmpty()) {
                byKey.remove(callKey);
            }
            chosen = null;
        }
        callKey = null;
    }
}
