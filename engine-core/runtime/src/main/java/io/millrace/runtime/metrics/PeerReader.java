// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.RefusalCause;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads what a {@link PeerBoard} publishes. Any thread of any process may use it. */
final class PeerReader {

    private final ByteBuffer memory;
    private final String worker;

    PeerReader(ByteBuffer memory, String worker) {
        this.memory = memory;
        this.worker = worker;
    }

    /** Returns the peers, ordered by name. */
    List<PeerMetrics> read() {
        List<PeerMetrics> peers = new ArrayList<>();
        for (int i = 0; i < Section.PEERS.count(memory); i++) {
            int block = Section.PEERS.block(memory, i);
            long taken = MetricsMemory.getAcquire(memory, block + PeerBlock.TAKEN);
            if (taken % 2 == 0) {
                continue;
            }
            PeerMetrics peer = peer(block);
            // Skip the block if it was given to another peer meanwhile
            if (MetricsMemory.getAcquire(memory, block + PeerBlock.TAKEN) == taken) {
                peers.add(peer);
            }
        }
        peers.sort(Comparator.comparing(PeerMetrics::peer));
        return List.copyOf(peers);
    }

    private PeerMetrics peer(int block) {
        return new PeerMetrics(
                worker,
                text(block + PeerBlock.NAME, PeerBlock.NAME_BYTES),
                Figures.of(PeerFigure.class, figure -> get(block + PeerBlock.VALUES, figure)),
                text(block + PeerBlock.FAILURE, PeerBlock.FAILURE_BYTES),
                counts(block + PeerBlock.DROPS, DropCause.values()),
                counts(block + PeerBlock.REFUSALS, RefusalCause.values()),
                counts(block + PeerBlock.CLOSES, CloseCause.values()));
    }

    private long get(int from, Enum<?> constant) {
        return MetricsMemory.getAcquire(memory, from + constant.ordinal() * Long.BYTES);
    }

    private Map<String, Long> counts(int from, Enum<?>[] causes) {
        Map<String, Long> counts = new TreeMap<>();
        for (Enum<?> cause : causes) {
            long count = get(from, cause);
            if (count != 0) {
                counts.put(cause.name().toLowerCase(Locale.ROOT), count);
            }
        }
        return Collections.unmodifiableMap(counts);
    }

    private String text(int from, int most) {
        int length = Math.min(most, memory.get(from) & 0xFF | (memory.get(from + 1) & 0xFF) << Byte.SIZE);
        byte[] bytes = new byte[length];
        memory.get(from + Short.BYTES, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
