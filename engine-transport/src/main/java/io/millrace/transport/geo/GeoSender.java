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
 * until the receiver has it. A batch whose route has lost it goes by another one. One thread; {@link #doWork} must be
 * called after offers and acknowledgements, and again by {@link #nextDueNanos()}.
 */
public final class GeoSender implements AutoCloseable {

    /** By how many bytes a batch of one event is longer than the event, at most. */
    public static final int OVERHEAD_BYTES = GeoDescriptor.HEAD_BYTES + GeoDescriptor.eventBytes(0) + Integer.BYTES;

    /** Until the first decision what one turn of the source's thread offers is a batch: a lone event goes at once, a flood is no flood of batches. */
    private static final Setting FIRST = new Setting(64, 1, false);

    /** There is no room for an event now. */
    public static final int NO_ROOM = -1;

    /** The time of an event that its source meant to emit when its batch was opened. */
    private static final long NOW = Long.MIN_VALUE;

    /** Beyond what a route's rate and delay explain, it may be silent for so long before others take over. */
    static final long GRACE_NANOS = 200_000_000L;

    private static final long LOOK_NANOS = 500_000_000L;

    /** The weight of the last batch in the mean time until a batch was closed. */
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
    private final BatchOracle oracle;
    private final SourceRate rate = new SourceRate();
    private final RecentLatency latency = new RecentLatency();

    /** Null if all routes are used. */
    private final RouteTrials trials;

    private final Outstanding outstanding = new Outstanding(this::arrived);
    private final List<Double> reorderWaits = new ArrayList<>();
    private Setting setting;
    private long closeNanos;
    private CodecCost decoding = CodecCost.NONE;
    private long nextSequence;
    private long events;
    private long deliveredBytes;
    private boolean refused;

    /** Whether an offer was refused since the last decision, or much waits. */
    private boolean heldBack;

    private long lookedNanos;
    private long lookedBytes;
    private GeoCosts costs = GeoCosts.FREE;
    private final Spending spending = new Spending();

    /** Null before the first decision. */
    private ChannelInputs inputs;

    private double meanFillNanos;

    /**
     * @param routes at least one, the preferred one first
     * @param codec null for no compression
     * @param oracle chooses batches, routes and compression
     * @param clock monotonic, in nanoseconds
     */
    public GeoSender(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            BatchOracle oracle,
            LongSupplier clock) {
        this(settings, routes, codec, oracle, FIRST, 0, clock);
    }

    private GeoSender(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            BatchOracle oracle,
            Setting setting,
            long closeNanos,
            LongSupplier clock) {
        if (routes.isEmpty() || routes.size() > GeoAckDescriptor.MAX_ROUTES) {
            throw new IllegalArgumentException(
                    "a channel with " + routes.size() + " routes: it must have 1.." + GeoAckDescriptor.MAX_ROUTES);
        }
        this.settings = settings;
        this.clock = clock;
        this.oracle = oracle;
        this.pool = new MessagePool(settings.maxBytes());
        this.open = new OpenBatch(pool);
        this.writer = new BatchWriter(settings, codec, pool, clock);
        this.routes = new RouteSet(settings.spread(), settings.firstBytesPerSecond());
        routes.forEach(this.routes::add);
        this.trials = settings.lateNanos() == 0
                ? null
                : new RouteTrials(this.routes.all(), settings.lateNanos(), settings.mostRoutes());
        this.routes.order();
        set(setting, closeNanos);
    }

    /**
     * Returns a sender whose setting never changes.
     *
     * @param closeNanos how long the oldest event of a batch may wait until the batch is closed although it is not full
     */
    public static GeoSender withSetting(
            GeoSenderSettings settings,
            List<? extends GeoRoute> routes,
            BatchCodec codec,
            Setting setting,
            long closeNanos,
            LongSupplier clock) {
        return new GeoSender(settings, routes, codec, null, setting, closeNanos, clock);
    }

    /**
     * Takes an event.
     *
     * @param intendedNanos when its source meant to emit it, by the sender's clock
     * @return false if as much is kept as may be; again when {@link #doWork} has had acknowledgements
     */
    public boolean offer(ByteBuffer source, int offset, int length, long intendedNanos) {
        return offer(source, offset, length, intendedNanos, false);
    }

    /** Takes an event that its source meant to emit now. */
    public boolean offer(ByteBuffer source, int offset, int length) {
        return offer(source, offset, length, NOW, false);
    }

    /** Takes an event that its source meant to emit now, and closes its batch, see {@link #offerMarker(ByteBuffer, int, int, long)}. */
    public boolean offerMarker(ByteBuffer source, int offset, int length) {
        return offer(source, offset, length, NOW, true);
    }

    /** Takes an event that waits for no company, and after which earlier ones may be late, see {@link LatePolicy.Order#LATE_BY_MARKER}. */
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
     * Makes room for an event that its source writes to where it is sent from, which saves a copy: into {@link #claimed()}
     * from the returned index on. It is taken by {@link #commit} or {@link #commitMarker}; without, nothing has happened.
     *
     * @return {@link #NO_ROOM} if as much is kept as may be; again when {@link #doWork} has had acknowledgements
     */
    public int claim(int length) {
        int bytes = GeoDescriptor.eventBytes(length);
        if (!open.isEmpty() && open.bytes() + bytes > settings.maxBatchBytes()) {
            close(false);
        }
        long kept = outstanding.bytes();
        if (kept + open.bytes() + bytes > settings.maxBytes() && kept > 0) {
            refused = true;
            heldBack = true;
            return NO_ROOM;
        }
        return open.begin(length);
    }

    /** Where the event goes for which room was made, until it is taken: little-endian, its position and limit mean nothing. */
    public ByteBuffer claimed() {
        return open.message();
    }

    /** Takes the event for which room of this length was made last, as {@link #offer(ByteBuffer, int, int)}. */
    public void commit(int length) {
        commit(length, NOW, false);
    }

    /** Takes the event for which room of this length was made last, as {@link #offerMarker(ByteBuffer, int, int)}. */
    public void commitMarker(int length) {
        commit(length, NOW, true);
    }

    private void commit(int length, long intendedNanos, boolean marker) {
        // The clock is read once per batch: reading it per event would cost as much as copying the event
        long now = open.isEmpty() ? clock.getAsLong() : open.openedNanos();
        rate.add(now, length);
        open.add(intendedNanos == NOW ? now : intendedNanos, now);
        events++;
        if (marker || open.events() >= setting.batchEvents()) {
            close(marker);
        }
    }

    private void close(boolean marker) {
        long opened = open.openedNanos();
        SentBatch batch = writer.close(open, nextSequence++, setting.compressed(), marker);
        meanFillNanos += FILL_WEIGHT * (batch.closedNanos - opened - meanFillNanos);
        outstanding.add(batch);
    }

    /** Takes what the receiver tells of this channel. What another sender or receiver means is ignored. */
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
        latency.add(clock.getAsLong() - batch.closedNanos);
        deliveredBytes += batch.length;
        pool.give(batch.message);
    }

    private void noteWait(double seconds) {
        while (reorderWaits.size() < setting.routes()) {
            reorderWaits.add(Double.NaN);
        }
        reorderWaits.set(setting.routes() - 1, seconds);
    }

    /** Closes, sends and decides what is due. Returns whether something was done. */
    public boolean doWork() {
        long now = clock.getAsLong();
        boolean worked = routes.watch(now, GRACE_NANOS, outstanding);
        spending.relays(now, routes);
        if (!open.isEmpty() && now - open.openedNanos() >= closeNanos) {
            close(false);
            worked = true;
        }
        worked |= send(now);
        SentBatch first = outstanding.first();
        if (first != null) {
            routes.probe(first, now, GRACE_NANOS, trials == null || trials.seeks());
            spending.sent(routes.bytes(settings.overheadBytes()));
        }
        rate.look(now);
        if (trials != null && now - lookedNanos >= LOOK_NANOS) {
            look(now);
        }
        if (oracle != null
                && rate.isKnown()
                && !routes.usable().isEmpty()
                && oracle.isDue(now, rate.eventsPerSecond(), isHeldBack())) {
            decide(now);
            worked = true;
        }
        return worked;
    }

    private void look(long now) {
        double bytesPerSecond = (deliveredBytes - lookedBytes) * NANOS / (now - lookedNanos);
        // The oracle sees that a queue will grow long before it is full
        boolean full = refused || isHalfFull();
        boolean limited = full || choice() != null && !choice().admitted();
        boolean changed = trials.look(new RouteTrials.Look(now, bytesPerSecond, latency.takeP99(), limited, full));
        if (trials.seeks()) {
            routes.prepare();
        }
        lookedNanos = now;
        lookedBytes = deliveredBytes;
        refused = false;
        if (changed) {
            routes.order();
            if (oracle == null) {
                routes.use(routes.usable().size());
            } else if (rate.isKnown() && !routes.usable().isEmpty()) {
                decide(now);
            }
        }
    }

    private boolean send(long now) {
        boolean worked = false;
        SentBatch batch = outstanding.next();
        while (batch != null && spending.allows(now) && routes.send(batch, now, outstanding.waiting() > 1)) {
            outstanding.sent();
            spending.sent(routes.bytes(settings.overheadBytes()));
            worked = true;
            batch = outstanding.next();
        }
        return worked;
    }

    private boolean isHeldBack() {
        return heldBack || isHalfFull();
    }

    private void decide(long now) {
        inputs = new ChannelInputs(
                rate.eventsPerSecond(),
                rate.eventBytes(),
                GeoDescriptor.HEAD_BYTES + settings.overheadBytes(),
                settings.cores(),
                writer.plain(decoding),
                writer.compressed(decoding),
                routes.inputs(costs),
                reorderWaits);
        Choice choice = oracle.decide(now, inputs, isHeldBack());
        heldBack = false;
        set(comparable(choice.setting()), (long) (choice.closeSeconds() * NANOS));
    }

    /** While a route is tried batches are no smaller than before: else the sizes would be compared, and what their heads take. */
    private Setting comparable(Setting next) {
        return trials == null || !trials.isTrying() || next.batchEvents() >= setting.batchEvents()
                ? next
                : new Setting(setting.batchEvents(), next.routes(), next.compressed());
    }

    private void set(Setting next, long close) {
        setting = next;
        closeNanos = close;
        routes.use(next.routes());
        if (open.events() >= next.batchEvents()) {
            close(false);
        }
    }

    /** When {@link #doWork} has something to do although nothing is offered and acknowledged, by the clock. */
    public long nextDueNanos() {
        long now = clock.getAsLong();
        long due = open.isEmpty() ? Long.MAX_VALUE : open.openedNanos() + closeNanos;
        if (outstanding.waiting() > 0) {
            due = Math.min(due, spending.allowedNanos(now));
        }
        return outstanding.bytes() == 0 ? due : Math.min(due, now + GRACE_NANOS / 4);
    }

    /**
     * Counts what is spent from now on.
     *
     * @param budget that this and other channels of the same thread share; null for none
     */
    public void costs(GeoCosts next, GeoBudget budget) {
        costs = next;
        spending.costs(next, budget, routes.bytes(settings.overheadBytes()));
    }

    /** Sets what the oracle must keep from now on. No effect on a sender whose setting never changes. */
    public void limits(Limits limits) {
        if (oracle != null) {
            oracle.limits(limits);
        }
    }

    /** Measures from now on which share of a route's rate batches of some size reach, as {@link io.millrace.transport.geo.model.JetStreamModel} asks. */
    public void measureInto(ThroughputFit fit) {
        routes.all().forEach(route -> route.measureInto(fit));
    }

    /** What batches are made by now. */
    public Setting setting() {
        return setting;
    }

    /** What the oracle was given last; null before that. */
    public ChannelInputs inputs() {
        return inputs;
    }

    /** The oracle's last choice; null if there is no oracle, or nothing was sent yet. */
    public Choice choice() {
        return oracle == null ? null : oracle.choice();
    }

    /** Whether more than half of what may be kept is kept. A source that can choose should choose another channel. */
    public boolean isHalfFull() {
        return outstanding.bytes() + open.bytes() > settings.maxBytes() / 2;
    }

    /**
     * Whether an event would be taken behind others that have not been offered.
     *
     * @param before bytes of the others, with {@link #OVERHEAD_BYTES} for each
     * @param bytes of the event, with the same
     */
    public boolean hasRoom(long before, int bytes) {
        long kept = outstanding.bytes() + open.bytes() + before;
        return kept == 0 || kept + bytes <= settings.maxBytes();
    }

    /** Whether the receiver has all that was offered. */
    public boolean isDone() {
        return open.isEmpty() && outstanding.bytes() == 0;
    }

    /** Returns what has happened since this sender was made. */
    public Counters counters() {
        return new Counters(
                events,
                nextSequence,
                outstanding.resends(),
                outstanding.bytes(),
                outstanding.waiting(),
                routes.counters(settings.overheadBytes()),
                Collections.unmodifiableList(new ArrayList<>(reorderWaits)),
                (long) meanFillNanos,
                spending.money());
    }

    /** Forgets what is not acknowledged. */
    @Override
    public void close() {
        outstanding.clear();
    }

    /**
     * What a sender has done.
     *
     * @param events that were taken
     * @param batches that were closed
     * @param resends batches that were sent again
     * @param keptBytes of batches that the receiver does not have yet, as far as is known
     * @param waitingBatches of these, those that wait for a route
     * @param reorderWaits mean seconds that batches waited for earlier ones, by the number of routes, NaN if not tried
     * @param fillNanos how long batches were open lately, the mean
     * @param money that was spent
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

    /**
     * What a route has carried, and what is estimated of it.
     *
     * @param usable whether it is up and was heard of
     * @param active whether it helps, as far as is known
     * @param used whether batches go by it now
     * @param batches that were sent by it
     * @param bytes of these, with what the transport adds
     * @param lost batches that it has not brought
     * @param underWayBytes of those that have not come, as far as is known
     */
    public record RouteCounters(
            String name,
            boolean usable,
            boolean active,
            boolean used,
            long batches,
            long bytes,
            long lost,
            long underWayBytes,
            double bytesPerSecond,
            long delayNanos,
            long jitterNanos) {}
}
