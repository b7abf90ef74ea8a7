// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.config.StreamOrder;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.geo.ReceivingEnd;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoBatch;
import io.millrace.transport.geo.GeoReceiver;
import io.millrace.transport.geo.LateCause;
import io.millrace.transport.geo.LatePolicy;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Measures the latency of a channel's batches on delivery, and fails tuples that are late. The executor's thread. */
final class GeoDelivery {

    private static final double MEAN_WEIGHT = 1.0 / 64;
    private static final int MOST = 512;

    private final Executor executor;
    private final GeoPair pair;
    private final Map<LateCause, Long> dropped = new EnumMap<>(LateCause.class);
    private final long[] latencies = new long[MOST];
    private long count;
    private double meanNanos;
    private StreamOrder order = StreamOrder.ORDERED;

    GeoDelivery(Executor executor, GeoPair pair) {
        this.executor = executor;
        this.pair = pair;
    }

    LatePolicy policy(StreamOrder next) {
        order = next;
        return switch (next.kind()) {
            case ORDERED -> LatePolicy.ORDERED;
            case UNORDERED -> LatePolicy.UNORDERED;
            case LATE_WAIT -> LatePolicy.dropAfter(next.longest());
            case LATE_BEHIND -> LatePolicy.dropBehind(next.behind());
            case LATE_MARKER -> LatePolicy.LATE_BY_MARKER;
        };
    }

    /**
     * A batch is delivered now.
     *
     * @param offset clock of the sender minus this one, as {@link InboundMessage#senderClockOffsetNanos()}
     */
    void came(GeoBatch batch, long offset) {
        if (offset == InboundMessage.UNKNOWN_CLOCK) {
            return;
        }
        long nanos = executor.nanoTime() + offset - batch.intendedNanos();
        latencies[(int) (count++ % MOST)] = nanos;
        meanNanos = count == 1 ? nanos : meanNanos + MEAN_WEIGHT * (nanos - meanNanos);
    }

    /** Delivers a tuple of a late batch: it is counted as received, and its task fails it. */
    void late(LateCause cause, DataTuple tuple) {
        if (tuple.stream().isData()) {
            dropped.merge(cause, 1L, Long::sum);
        }
        boolean current = tuple.generation() == (short) executor.generationNumber();
        if (current && tuple.stream().isData() && executor.task(tuple.targetTask()) instanceof BoltTask bolt) {
            bolt.part(LateInputs.class).ifPresent(part -> part.late(tuple));
        } else if (current && executor.task(tuple.targetTask()) != null) {
            if (tuple.stream().isCounted()) {
                executor.counters().addReceived(tuple.arrivedBy());
            }
        } else {
            executor.arrivals().deliver(tuple);
        }
    }

    ReceivingEnd report(GeoReceiver receiver) {
        Map<String, Long> causes = new TreeMap<>();
        dropped.forEach((cause, events) -> causes.put(cause.name().toLowerCase(Locale.ROOT), events));
        int known = (int) Math.min(count, MOST);
        long[] sorted = Arrays.copyOf(latencies, known);
        Arrays.sort(sorted);
        return new ReceivingEnd(
                pair.channel(),
                order.toString(),
                (long) meanNanos,
                known == 0 ? 0 : sorted[known * 99 / 100],
                receiver.meanWaitNanos(),
                causes);
    }
}
