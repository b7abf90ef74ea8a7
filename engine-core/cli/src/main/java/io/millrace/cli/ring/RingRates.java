// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.ring;

import io.millrace.ipc.ring.RingSnapshot;

/** The rates of a ring between two readings. */
public record RingRates(
        double commits,
        double messagesRead,
        double bytes,
        double bytesRead,
        double fullEvents,
        double claimRetries,
        double windowSkips,
        double wakeUps) {

    private static final double NANOS = 1e9;

    static RingRates between(RingSnapshot before, RingSnapshot after, long nanos) {
        double seconds = Math.max(1, nanos) / NANOS;
        return new RingRates(
                (after.commits() - before.commits()) / seconds,
                (after.messagesRead() - before.messagesRead()) / seconds,
                (after.bytes() - before.bytes()) / seconds,
                (after.bytesRead() - before.bytesRead()) / seconds,
                (after.fullEvents() - before.fullEvents()) / seconds,
                (after.claimRetries() - before.claimRetries()) / seconds,
                (after.windowSkips() - before.windowSkips()) / seconds,
                (after.wakeUps() - before.wakeUps()) / seconds);
    }
}
