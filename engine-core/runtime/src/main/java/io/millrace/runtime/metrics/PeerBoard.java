// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.PeerFigure;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Publishes the counters of the workers on other nodes, so that other processes can read them, even after this worker
 * ended. Confined to one thread of the transport, which calls it periodically.
 */
public final class PeerBoard {

    /** The transport's counters, in the order of {@link PeerFigure}. */
    private static final PeerCounter[] COUNTERS = Arrays.stream(PeerFigure.values())
            .map(figure -> PeerCounter.valueOf(figure.name()))
            .toArray(PeerCounter[]::new);

    private final ByteBuffer memory;
    private final int first;

    /** The owner of each block, or null. */
    private final String[] owners;

    PeerBoard(ByteBuffer memory, int first, int blocks) {
        this.memory = memory;
        this.first = first;
        this.owners = new String[blocks];
    }

    /**
     * Publishes the current counters, by the peer's name. The block of a peer that is no longer named is freed. A peer
     * that finds no free block is left out.
     */
    public void publish(Map<String, PeerCounters> peers) {
        Set<String> without = new HashSet<>(peers.keySet());
        for (int i = 0; i < owners.length; i++) {
            if (owners[i] != null && !without.remove(owners[i])) {
                give(i);
            }
        }
        for (int i = 0; i < owners.length && !without.isEmpty(); i++) {
            if (owners[i] == null) {
                String next = without.iterator().next();
                without.remove(next);
                take(i, next, peers.get(next));
            }
        }
        for (int i = 0; i < owners.length; i++) {
            if (owners[i] != null) {
                write(block(i), peers.get(owners[i]));
            }
        }
    }

    private int block(int index) {
        return first + index * PeerBlock.STRIDE;
    }

    private void give(int index) {
        owners[index] = null;
        MetricsMemory.addRelease(memory, block(index) + PeerBlock.TAKEN, 1);
    }

    private void take(int index, String name, PeerCounters counters) {
        owners[index] = name;
        putText(block(index) + PeerBlock.NAME, name, PeerBlock.NAME_BYTES);
        write(block(index), counters);
        // A reader that sees the block as taken must see its name and its first values
        MetricsMemory.addRelease(memory, block(index) + PeerBlock.TAKEN, 1);
    }

    private void write(int block, PeerCounters of) {
        for (int i = 0; i < COUNTERS.length; i++) {
            MetricsMemory.putRelease(memory, block + PeerBlock.VALUES + i * Long.BYTES, of.get(COUNTERS[i]));
        }
        putCounts(block + PeerBlock.DROPS, PeerBlock.MOST_DROPS, of.drops());
        putCounts(block + PeerBlock.REFUSALS, PeerBlock.MOST_REFUSALS, of.refusals());
        putCounts(block + PeerBlock.CLOSES, PeerBlock.MOST_CLOSES, of.closes());
        putText(block + PeerBlock.FAILURE, of.lastFailure(), PeerBlock.FAILURE_BYTES);
    }

    private void putCounts(int at, int most, Map<? extends Enum<?>, Long> counts) {
        long[] byCause = new long[most];
        counts.forEach((cause, count) -> byCause[cause.ordinal()] = count);
        for (int i = 0; i < most; i++) {
            MetricsMemory.putRelease(memory, at + i * Long.BYTES, byCause[i]);
        }
    }

    /** Writes a text, cut to the available space. */
    private void putText(int at, String text, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bytes.length;
        if (length > most) {
            // The cut must not be within a character
            for (length = most; length > 0 && (bytes[length] & 0xC0) == 0x80; ) {
                length--;
            }
        }
        memory.put(at + Short.BYTES, Arrays.copyOf(bytes, most));
        memory.put(at, (byte) length);
        memory.put(at + 1, (byte) (length >>> Byte.SIZE));
    }
}
