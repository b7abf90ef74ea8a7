// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.BatchModel;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MulticastModel;
import io.millrace.transport.geo.model.MulticastModel.Choice;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Sends each event to several receivers of one other site: by a channel to each, or once by a channel to an entry,
 * which copies its batches by a {@link GeoFanOut}. Each receiver has a {@link GeoReceiver} for either channel, and gets
 * all events in order with either strategy. Used by one thread, which calls {@link #doWork} as that of {@link
 * GeoSender}.
 */
public final class GeoMulticast implements AutoCloseable {

    private static final long DECISION_NANOS = 1_000_000_000L;
    private static final long CALM_NANOS = 10_000_000_000L;

    private final List<GeoSender> direct;
    private final GeoSender carrier;
    private final AckMerge acks;
    private final Strategy fixed;
    private final BatchModel model;
    private final Limits limits;
    private final LongSupplier clock;
    private final MulticastSwitch strategy = new MulticastSwitch();
    private Choice choice;
    private long decidedNanos;
    private long calmUntilNanos;

    /**
     * @param direct the sender to each receiver
     * @param carrier the sender to the entry
     * @param acks the merged acknowledgements of the batches that receivers have got by the entry
     * @param fixed the strategy; null to choose it, again and again
     * @param model the model that predicts the latency of each strategy
     */
    public GeoMulticast(
            List<GeoSender> direct,
            GeoSender carrier,
            AckMerge acks,
            Strategy fixed,
            BatchModel model,
            Limits limits,
            LongSupplier clock) {
        this.direct = List.copyOf(direct);
        this.carrier = carrier;
        this.acks = acks;
        this.fixed = fixed;
        this.model = model;
        this.limits = limits;
        this.clock = clock;
        this.decidedNanos = clock.getAsLong() - DECISION_NANOS;
        this.calmUntilNanos = decidedNanos;
        if (fixed != null) {
            strategy.begin(fixed, decidedNanos);
            strategy.complete();
        }
    }

    /** Takes an event for all receivers or none; see {@link GeoSender#offer(ByteBuffer, int, int, long)}. */
    public boolean offer(ByteBuffer source, int offset, int length, long intendedNanos) {
        return offer(source, offset, length, intendedNanos, false);
    }

    /** Takes a marker for all receivers or none; see {@link GeoSender#offerMarker(ByteBuffer, int, int, long)}. */
    public boolean offerMarker(ByteBuffer source, int offset, int length, long intendedNanos) {
        return offer(source, offset, length, intendedNanos, true);
    }

    private boolean offer(ByteBuffer source, int offset, int length, long intendedNanos, boolean marker) {
        if (strategy.isSwitching()) {
            return false;
        }
        if (strategy.present() == Strategy.INTERMEDIATE) {
            return offer(carrier, source, offset, length, intendedNanos, marker);
        }
        for (GeoSender sender : direct) {
            if (!sender.hasRoom(0, length + GeoSender.OVERHEAD_BYTES)) {
                return false;
            }
        }
        for (GeoSender sender : direct) {
            if (!offer(sender, source, offset, length, intendedNanos, marker)) {
                throw new IllegalStateException("a channel of several refuses what it had room for");
            }
        }
        return true;
    }

    private static boolean offer(
            GeoSender sender, ByteBuffer source, int offset, int length, long intendedNanos, boolean marker) {
        return marker
                ? sender.offerMarker(source, offset, length, intendedNanos)
                : sender.offer(source, offset, length, intendedNanos);
    }

    /**
     * Takes a receiver's acknowledgement of the channel to the entry.
     *
     * @param receiver its number among those of the {@link AckMerge}
     */
    public void onAck(int receiver, ByteBuffer ack, int offset, int length) {
        if (acks.take(receiver, ack, offset, length)) {
            carrier.onAck(acks.merged(), 0, acks.length());
        }
    }

    /** Does the sending and the decisions that are due. Returns whether something was done. */
    public boolean doWork() {
        boolean worked = carrier.doWork();
        for (GeoSender sender : direct) {
            worked |= sender.doWork();
        }
        long now = clock.getAsLong();
        if (strategy.isSwitching()) {
            if (isDone()) {
                strategy.complete();
                calmUntilNanos = now + CALM_NANOS;
                worked = true;
            }
        } else if (fixed == null && now - decidedNanos >= DECISION_NANOS) {
            decidedNanos = now;
            decide(now);
        }
        return worked;
    }

    private void decide(long now) {
        ChannelInputs inputs = (strategy.present() == Strategy.DIRECT ? direct.get(0) : carrier).inputs();
        if (inputs == null) {
            return;
        }
        choice = MulticastModel.choose(model, inputs, limits, direct.size(), strategy.present());
        if (choice.strategy() != strategy.present() && now - calmUntilNanos >= 0) {
            strategy.begin(choice.strategy(), now);
        }
    }

    /** The strategy by which events go now. */
    public Strategy strategy() {
        return strategy.present();
    }

    /** The last choice; null if no strategy was chosen yet. */
    public Choice choice() {
        return choice;
    }

    /**
     * The time at which {@link #doWork} has something to do although nothing is offered or acknowledged, by the clock.
     */
    public long nextDueNanos() {
        long due = carrier.nextDueNanos();
        for (GeoSender sender : direct) {
            due = Math.min(due, sender.nextDueNanos());
        }
        return due;
    }

    /** Whether all receivers have all events that were offered. */
    public boolean isDone() {
        return carrier.isDone() && direct.stream().allMatch(GeoSender::isDone);
    }

    /** Closes the senders; events that are not acknowledged are forgotten. */
    @Override
    public void close() {
        carrier.close();
        direct.forEach(GeoSender::close);
    }
}
