package io.millrace.runtime.metrics;

import io.millrace.transport.PeerCounters;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a worker publishes what it counts of the workers on other nodes, so that others see it, also when it is gone. Used by one
 * thread of its transport, now and then.
 */
public final class PeerBoard {

    private final ByteBuffer memory;
    private final int first;

    /** Whose a block is, or null. */
    private final String[] owners;

    PeerBoard(ByteBuffer memory, int first, int blocks) {
        this.memory = memory;
        this.first = first;
        this.owners = new String[blocks];
    }

    /** What is known now, by the peer's name. Whoever is not named any more gives its block back; who finds none is left out. */
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
        // Whoever sees it taken sees whose it is, and first values
        MetricsMemory.addRelease(memory, block(index) + PeerBlock.TAKEN, 1);
    }

    private void write(int block, PeerCounters of) {
        int at = block + PeerBlock.VALUES;
        for (long value : new long[] {
            of.connected() ? 1 : 0,
            of.rttNanos(),
            of.lastRttNanos(),
            of.windowBytes(),
            of.inFlightBytes(),
            of.queuedBytes(),
            of.creditLimitedNanos(),
            of.connectedNanos(),
            of.sentMessages() + of.sentControls(),
            of.sentControls(),
            of.sentBytes(),
            of.receivedMessages(),
            of.receivedControls(),
            of.receivedBytes(),
            of.refusedOffers(),
            of.flushes(),
            of.largestBatchBytes(),
            of.lingers(),
            of.dials(),
            of.connections()
        }) {
            MetricsMemory.putRelease(memory, at, value);
            at += Long.BYTES;
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

    /** Shortened to the room that there is. */
    private void putText(int at, String text, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = bytes.length;
        if (length > most) {
            // Not in the middle of a character
            for (length = most; length > 0 && (bytes[length] & 0xC0) == 0x80; ) {
                length--;
            }
        }
        memory.put(at + Short.BYTES, Arrays.copyOf(bytes, most));
        memory.put(at, (byte) length);
        memory.put(at + 1, (byte) (length >>> Byte.SIZE));
    }
}
