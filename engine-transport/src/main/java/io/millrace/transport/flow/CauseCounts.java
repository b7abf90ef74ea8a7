// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts events per cause, from any thread; causes that never occurred are not in the snapshot. */
public final class CauseCounts<E extends Enum<E>> {

    private final Class<E> type;
    private final E[] causes;
    private final AtomicLongArray counts;

    public CauseCounts(Class<E> type) {
        this.type = type;
        this.causes = type.getEnumConstants();
        this.counts = new AtomicLongArray(causes.length);
    }

    public void add(E cause, long count) {
        if (count != 0) {
            counts.addAndGet(cause.ordinal(), count);
        }
    }

    public Map<E, Long> snapshot() {
        Map<E, Long> result = new EnumMap<>(type);
        for (E cause : causes) {
            long count = counts.get(cause.ordinal());
            if (count != 0) {
                result.put(cause, count);
            }
        }
        return Map.copyOf(result);
    }
}
