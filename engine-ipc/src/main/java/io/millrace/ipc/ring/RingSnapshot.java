// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.List;

/**
 * All counters of a ring at about one moment, each figure by itself; immutable. Those of {@link RingCounters} say more
 * about each.
 *
 * @param capacityBytes of the ring
 * @param maxProducers slots
 * @param windowBytes how far behind the oldest unfinished record the consumer reads on
 * @param closed whether the consumer has closed it
 * @param consumerAlive false only if the consumer's process is proven dead, or has left
 * @param consumerPid its process, 0 if this system does not tell
 * @param consumerWaiting whether the consumer sleeps at its doorbell
 * @param tail position up to which cells are claimed
 * @param free position up to which cells are freed
 * @param usedBytes between the two
 * @param producers the slots that are not free
 */
public record RingSnapshot(
        int capacityBytes,
        int maxProducers,
        long windowBytes,
        boolean closed,
        boolean consumerAlive,
        long consumerPid,
        boolean consumerWaiting,
        long consumerRestarts,
        long tail,
        long free,
        long usedBytes,
        long claims,
        long commits,
        long aborts,
        long bytes,
        long fullEvents,
        long claimRetries,
        long messagesRead,
        long bytesRead,
        long windowSkips,
        long abandoned,
        long droppedFragmented,
        long corruptRecords,
        long wakeUps,
        long probes,
        long retiredSlots,
        List<SlotCounters> producers) {}
