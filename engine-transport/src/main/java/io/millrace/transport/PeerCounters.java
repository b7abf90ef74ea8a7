// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.util.Map;

/**
 * Counters of the way to one peer, since {@link Transport#connect}. A snapshot: each value is exact, the set is not
 * taken at one instant.
 *
 * @param values the values by {@link PeerCounter}
 * @param lastFailure why the last attempt or connection ended, empty if none failed
 */
public record PeerCounters(
        long[] values,
        String lastFailure,
        Map<DropCause, Long> drops,
        Map<RefusalCause, Long> refusals,
        Map<CloseCause, Long> closes) {

    public long get(PeerCounter counter) {
        return values[counter.ordinal()];
    }

    public boolean connected() {
        return get(PeerCounter.CONNECTED) != 0;
    }
}
