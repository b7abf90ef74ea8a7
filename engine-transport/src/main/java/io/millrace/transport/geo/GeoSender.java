// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.CodecCost;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.Setting;
import io.millrace.transport.geo.model.ThroughputFit;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The sending end of a channel: gathers events in batches, numbers them, spreads them over routes, and keeps each one
 * until the receiver has it. A batch that its route has lost goes by another route. Used by one thread; {@link #doWork}
 * must be called after offers and acknowledgements, and again by {@link #nextDueNanos()}.
 */
public final class GeoSender implements AutoCloseable {

    /** The most bytes by which a batch of one event is longer than the event. */
    public static final int OVERHEAD_BYTES = GeoDescriptor.HEAD_BYTES + GeoDescriptor.eventBytes(0) + Integer.BYTES;

    /** The return value of {@link #claim} without room for an event. */
    public static final int NO_ROOM = -1;

    /** The intended time of an event that its source meant to emit when its batch was opened. */
    private static final long NOW = Long.MIN_VALUE;

    /** The time for which a route may be silent, beyond what its rate and delay explain, before others take over. */
    static final long GRACE_NANOS = 200_000_000L;

    /** The weight of the last batch in the mean time for which batches are open. */
    private static final double FILL_WEIGHT = 1.0 / 64;

    private static final double NANOS = 1e9;
    private static final double PICOS = 1e12;
    private static final double MICROS = 1e6;

    private final GeoSenderSettings settings;
    private final LongSupplier clock;
    private final RouteSet routes;
    private final MessagePool pool;
    private final OpenBatch open;
    private final BatchWriter writer;
    private final Batching batching;
    private final RouteLearning learning;
    private final SourceRate rate = new SourceRate();
    private final Outstanding outstanding = new Outstanding(this::arrived);
    private final List<Double> reorderWaits = new ArrayList<>();
    private CodecCost decoding = CodecCost.NONE;
    private long nextSequence;
    private long events;

    /** Whether an offer was refused since the last decision, or more than half of the room is taken. */
    private boolean heldBack;

    private double meanFillNanos;
    private GeoCosts costs = GeoCosts.FREE;
    private final Spending spending = new Spending();

    /**
     * @param routes the routes, at least one, the preferred one first
     * @param codec the codec; null for no compression
     * @param oracle chooses batches, routes and compression
     * @param clock the monotonic clock, in nanoseconds
     */
    public GeoSender(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            BatchOracle oracle,
            LongSupplier clock) {
        this(settings, routes, codec, oracle, new KnownRoutes(), clock);
    }

    /**
     * As the other constructor.
     *
     * @param known the knowledge of the routes with which the sender begins, and which it shares with other senders
     */
    public GeoSender(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            BatchOracle oracle,
            KnownRoutes known,
            LongSupplier clock) {
        this(settings, routes, codec, Batching.by(oracle), known, clock);
    }

    private GeoSender(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            Batching batching,
            KnownRoutes known,
            LongSupplier clock) {
        if (routes.isEmpty() || routes.size() > GeoAckDescriptor.MAX_ROUTES) {
            throw new IllegalArgumentException(
                    "a channel with " + routes.size() + " routes: it must have 1.." + GeoAckDescriptor.MAX_ROUTES);
        }
        this.settings = settings;
        this.clock = clock;
        this.batching = batching;
        this.pool = new MessagePool(settings.maxBytes());
        this.open = new OpenBatch(pool);
        this.writer = new BatchWriter(settings, codec, pool, clock);
        this.routes = new RouteSet(settings.spread(), GeoSenderSettings.FIRST_BYTES_PER_SECOND);
        routes.forEach(this.routes::add);
        this.learning = new RouteLearning(settings, this.routes.all(), known, clock.getAsLong());
        this.routes.order();
        this.routes.use(batching.setting().routes());
        prepareRoutes();
    }

    /**
     * Returns a sender whose setting never changes.
     *
     * @param closeNanos the time for which the oldest event of a batch may wait until the batch is closed although it
     *     is not full
     */
    public static GeoSender withSetting(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            Setting setting,
            long closeNanos,
            LongSupplier clock) {
        return new GeoSender(settings, routes, codec, Batching.fixed(setting, closeNanos), new KnownRoutes(), clock);
    }

    /**
     * Takes an event.
     *
     * @param intendedNanos when its source meant to emit it, by the sender's clock
     * @return false if there is no room; offer again when {@link #doWork} has had acknowledgements
     */
    public boolean offer(ByteBuffer source, int offset, int length, long intendedNanos) {
        return offer(source, offset, length, intendedNanos, false);
    }

    /** Takes an event that its source meant to emit now. */
    public boolean offer(ByteBuffer source, int offset, int length) {
        return offer(source, offset, length, NOW, false);
    }

    /**
     * Takes an event that its source meant to emit now, and closes its batch, see {@link #offerMarker(ByteBuffer, int,
     * int, long)}.
     */
    public boolean offerMarker(ByteBuffer source, int offset, int length) {
        return offer(source, offset, length, NOW, true);
    }

    /**
     * Takes an event whose batch is closed at once, and after which earlier events may be late, see {@link
     * LatePolicy.Order#LATE_BY_MARKER}.
     */
    public boolean offerMarker(ByteBuffer source, int offset, int length, long intendedNanos) {
        return offer(source, offset, length, intendedNanos, true);
    }

    private boolean offer(ByteBuffer source, int offset, int length, long intendedNanos, boolean marker) {
        int at = claim(length);
        if (at == NO_ROOM) {
            return false;
        }
        claimed().put(at, source, offset, length);
        commit(length, intendedNanos, marker);
        return true;
    }

    /**
     * Makes room for an event that its source writes in place, which saves a copy: into {@link #claimed()} from the
     * returned index on. {@link #commit} or {@link #commitMarker} take the event; without them the call has no effect.
     *
     * @return the index, or {@link #NO_ROOM}; claim again when {@link #doWork} has had acknowledgements
     */
    public int claim(int length) {
        int bytes = GeoDescriptor.eventBytes(length);
        if (!open.isEmpty() && open.bytes() + bytes > settings.maxBatchBytes()) {
            close(false);
        }
        long kept = outstanding.bytes();
        if (kept + open.bytes() + bytes > settings.maxBytes() && kept > 0) {
            learning.refused();
            heldBack = true;
            return NO_ROOM;
        }
        return open.begin(length);
    }

    /**
     * The buffer for the event for which room was made, until it is taken: little-endian; its position and limit have
     * no meaning.
     */
    public ByteBuffer claimed() {
        return open.message();
    }

    /** Takes the event for which room of this length was made last, as {@link #offer(ByteBuffer, int, int)} does. */
    public void commit(int length) {
        commit(length, NOW, false);
    }

    /**
     * Takes the event for which room of this length was made last, as {@link #offerMarker(ByteBuffer, int, int)} does.
     */
    public void commitMarker(int length) {
        commit(length, NOW, true);
    }

    private void commit(int length, long intendedNanos, boolean marker) {
        // The clock is read once per batch: reading it per event would cost as much as copying the event
        long now = open.isEmpty() ? clock.getAsLong() : open.openedNanos();
        rate.add(now, length);
        open.add(intendedNanos == NOW ? now : intendedNanos, now);
        events++;
        if (marker || open.events() >= batching.mostEvents()) {
            close(marker);
        }
    }

    private void close(boolean marker) {
        long opened = open.openedNanos();
        batching.closed(open.events());
        SentBatch batch = writer.close(open, nextSequence++, setting().compressed(), marker);
        meanFillNanos += FILL_WEIGHT * (batch.closedNanos - opened - meanFillNanos);
        outstanding.add(batch);
    }

    /**
     * Takes an acknowledgement of this channel. One that is meant for another sender, or is of another channel, is
     * ignored.
     */
    public void onAck(ByteBuffer ack, int offset, int length) {
        if (!GeoAckDescriptor.isValid(ack, offset, length)
                || GeoAckDescriptor.channel(ack, offset) != settings.channel()
                || GeoAckDescriptor.epoch(ack, offset) != settings.epoch()
                || GeoAckDescriptor.next(ack, offset) > nextSequence) {
            return;
        }
        long now = clock.getAsLong();
        decoding = new CodecCost(
                Math.max(0, GeoAckDescriptor.batchNanos(ack, offset)) / NANOS,
                Math.max(0, GeoAckDescriptor.bytePicos(ack, offset)) / PICOS);
        outstanding.acknowledge(ack, offset);
        routes.acknowledge(ack, offset, now, outstanding);
        outstanding.asked(ack, offset, now);
        noteWait(GeoAckDescriptor.waitMicros(ack, offset) / MICROS);
    }

    private void arrived(SentBatch batch) {
        learning.arrived(batch.length, clock.getAsLong() - batch.closedNanos);
        pool.give(batch.message);
    }

    private void noteWait(double seconds) {
        while (reorderWaits.size() < setting().routes()) {
            reorderWaits.add(Double.NaN);
        }
        reorderWaits.set(setting().routes() - 1, seconds);
    }

    /** Does the closing of batches, the sending and the decisions that are due. Returns whether something was done. */
    public boolean doWork() {
        long now = clock.getAsLong();
        boolean worked = routes.watch(now, GRACE_NANOS, outstanding);
        spending.relays(now, routes);
        if (!open.isEmpty() && now - open.openedNanos() >= batching.closeNanos()) {
            close(false);
            worked = true;
        }
        worked |= send(now);
        SentBatch first = outstanding.first();
        if (first != null) {
            routes.probe(first, now, GRACE_NANOS, learning.measuresOthers());
            spending.sent(routes.bytes(GeoSenderSettings.OVERHEAD_BYTES));
        }
        rate.look(now);
        if (learning.isDue(now)) {
            look(now);
        }
        if (canDecide() && batching.isDue(now, rate.eventsPerSecond(), isHeldBack())) {
            decide(now);
            worked = true;
        }
        return worked;
    }

    private void look(long now) {
        boolean changed = learning.look(now, isHalfFull(), batching.isAdmitted());
        prepareRoutes();
        if (changed) {
            routes.order();
            if (!batching.decides()) {
                routes.use(routes.usable().size());
            } else if (canDecide()) {
                decide(now);
            }
        }
    }

    private boolean canDecide() {
        return rate.isKnown() && !routes.usable().isEmpty();
    }

    private void prepareRoutes() {
        if (learning.wantsOthers()) {
            routes.prepare();
        }
    }

    private boolean send(long now) {
        boolean worked = false;
        SentBatch batch = outstanding.next();
        while (batch != null && spending.allows(now) && routes.send(batch, now, outstanding.waiting() > 1)) {
            outstanding.sent();
            spending.sent(routes.bytes(GeoSenderSettings.OVERHEAD_BYTES));
            worked = true;
            batch = outstanding.next();
        }
        return worked;
    }

    private boolean isHeldBack() {
        return heldBack || isHalfFull();
    }

    private void decide(long now) {
        choose(now);
        if (!batching.isAdmitted() && learning.recall(now)) {
            routes.order();
            choose(now);
        }
        heldBack = false;
        batching.useChoice(learning.isTrying());
        routes.use(setting().routes());
        if (open.events() >= batching.mostEvents()) {
            close(false);
        }
    }

    private void choose(long now) {
        ChannelInputs inputs = new ChannelInputs(
                rate.eventsPerSecond(),
                rate.eventBytes(),
                GeoDescriptor.HEAD_BYTES + GeoSenderSettings.OVERHEAD_BYTES,
                GeoSenderSettings.CORES,
                writer.plain(decoding),
                writer.compressed(decoding),
                routes.inputs(costs),
                reorderWaits);
        batching.choose(now, inputs, isHeldBack());
    }

    /**
     * The time at which {@link #doWork} has something to do although nothing is offered or acknowledged, by the clock.
     */
    public long nextDueNanos() {
        long now = clock.getAsLong();
        long due = open.isEmpty() ? Long.MAX_VALUE : open.openedNanos() + batching.closeNanos();
        if (outstanding.waiting() > 0) {
            due = Math.min(due, spending.allowedNanos(now));
        }
        return outstanding.bytes() == 0 ? due : Math.min(due, now + GRACE_NANOS / 4);
    }

    /**
     * Sets the costs, which are counted from now on.
     *
     * @param budget the budget that this and other channels of the same thread share; null for none
     */
    public void costs(GeoCosts next, GeoBudget budget) {
        costs = next;
        spending.costs(next, budget, routes.bytes(GeoSenderSettings.OVERHEAD_BYTES));
    }

    /**
     * Sets the limits that the oracle must keep from now on. They have no effect on a sender whose setting never
     * changes.
     */
    public void limits(Limits limits) {
        batching.limits(limits);
    }

    /**
     * Measures from now on the share of a route's rate that batches of some size reach, for {@link
     * io.millrace.transport.geo.model.JetStreamModel}.
     */
    public void measureInto(ThroughputFit fit) {
        routes.all().forEach(route -> route.measureInto(fit));
    }

    /** The present setting, by which batches are made. */
    public Setting setting() {
        return batching.setting();
    }

    /** The inputs of the oracle's last decision; null before the first. */
    public ChannelInputs inputs() {
        return batching.inputs();
    }

    /** The oracle's last choice; null if there is no oracle, or it has not chosen yet. */
    public Choice choice() {
        return batching.choice();
    }

    /**
     * Whether more than half of the bytes that may be kept are kept. A source that can choose should choose another
     * channel.
     */
    public boolean isHalfFull() {
        return outstanding.bytes() + open.bytes() > settings.maxBytes() / 2;
    }

    /**
     * Whether an event would be taken after others that have not been offered yet.
     *
     * @param before the bytes of the others, with {@link #OVERHEAD_BYTES} for each
     * @param bytes the bytes of the event, with {@link #OVERHEAD_BYTES}
     */
    public boolean hasRoom(long before, int bytes) {
        long kept = outstanding.bytes() + open.bytes() + before;
        return kept == 0 || kept + bytes <= settings.maxBytes();
    }

    /** Whether the receiver has all events that were offered. */
    public boolean isDone() {
        return open.isEmpty() && outstanding.bytes() == 0;
    }

    /** Returns the counters since this sender was made. */
    public Counters counters() {
        return new Counters(
                events,
                nextSequence,
                outstanding.resends(),
                outstanding.bytes(),
                outstanding.waiting(),
                routes.counters(GeoSenderSettings.OVERHEAD_BYTES),
                Collections.unmodifiableList(new ArrayList<>(reorderWaits)),
                (long) meanFillNanos,
                spending.money());
    }

    /** Closes the sender; batches that are not acknowledged are forgotten. */
    @Override
    public void close() {
        outstanding.clear();
    }

    /**
     * Counters of a sender.
     *
     * @param events events that were taken
     * @param batches batches that were closed
     * @param resends batches that were sent again
     * @param keptBytes bytes of the batches that the receiver does not have yet, as far as is known
     * @param waitingBatches those of these batches that wait for a route
     * @param reorderWaits mean seconds that batches waited for earlier ones, by the number of routes, NaN for a number
     *     that was not tried
     * @param fillNanos the mean time for which batches were open lately
     * @param money the money that was spent
     */
    public record Counters(
            long events,
            long batches,
            long resends,
            long keptBytes,
            int waitingBatches,
            List<RouteCounters> routes,
            List<Double> reorderWaits,
            long fillNanos,
            double money) {}
}
