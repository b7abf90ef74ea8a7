// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.geo.GeoChannels;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.model.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Offers the phases of a cell, one after the other, and says what the sender did meanwhile. One thread. */
final class Offers {

    private static final double NANOS = 1e9;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Shorter waits cost more than they are exact. */
    private static final long SHORTEST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final long DRAIN_NANOS = 60 * SECOND;
    private static final long SEED = 20_160;

    /** An oracle that has left its setting as it is for so long has converged. */
    private static final long SETTLED_NANOS = SECOND / 2;

    private static final long MOST_SETTLE_NANOS = 5 * SECOND;

    private final Cell cell;
    private final GeoChannels channels;
    private final GeoSender sender;
    private final ByteBuffer event;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ObjectNode result = Json.object();
    private final ArrayNode seconds = Json.MAPPER.createArrayNode();
    private final RouteUse use;

    /** What the present phase expects. */
    private Expected expected = new Expected();

    private long number;

    /** The first event of a batch. */
    private long batchBegan;

    private long begunNanos;
    private long sampledNanos;

    /** The end of the phase; the warm-up of an oracle may end later, but not later than that. */
    private long endNanos;

    private long latestEndNanos;
    private Setting settled;
    private long settledNanos;

    Offers(Cell cell, GeoChannels channels, GeoSender sender) {
        this.cell = cell;
        this.channels = channels;
        this.sender = sender;
        this.event = Event.allocate(cell.batches().eventBytes());
        this.use = new RouteUse(sender);
    }

    ObjectNode run() throws IOException {
        begunNanos = System.nanoTime();
        sampledNanos = begunNanos;
        for (int i = 0; i < cell.phases().size(); i++) {
            Phase phase = cell.phases().get(i);
            long before = number;
            long bytesBefore = RouteUse.bytes(sender);
            double moneyBefore = sender.counters().money();
            expected = new Expected();
            long began = System.nanoTime();
            if (phase.perSecond() < 0) {
                drain(Event.PAUSE);
            } else if (cell.batches().chooser() == Cell.Chooser.STOP_AND_WAIT) {
                stopAndWait(i, phase);
            } else if (phase.perSecond() == 0) {
                flood(i, phase);
            } else {
                pace(i, phase);
            }
            ObjectNode noted =
                    note(phase, number - before, RouteUse.bytes(sender) - bytesBefore, System.nanoTime() - began);
            noted.put(
                    "money", noted.path("money").asDouble() + sender.counters().money() - moneyBefore);
            expected.into(noted);
        }
        ObjectNode prediction = Predictions.of(cell, sender);
        if (sender.choice() != null) {
            result.set("chosen", Predictions.chosen(sender.choice()));
        }
        drain(Event.END);
        GeoSender.Counters counters = sender.counters();
        result.put("resends", counters.resends());
        result.set("prediction", prediction);
        result.set("seconds", seconds);
        if (sender.choice() != null) {
            result.put("choice", sender.choice().reason());
        }
        return result;
    }

    private ObjectNode note(Phase phase, long events, long bytes, long nanos) {
        ObjectNode noted = result.withObject("/phases/" + phase.name());
        noted.put("offered", noted.path("offered").asLong() + events);
        noted.put("bytes", noted.path("bytes").asLong() + bytes);
        noted.put("seconds", noted.path("seconds").asDouble() + nanos / NANOS);
        return noted;
    }

    private boolean offer(int phase, long intended) {
        event.putLong(Event.NUMBER, number);
        event.putLong(Event.INTENDED, intended);
        event.putInt(Event.PHASE, phase);
        if (!sender.offer(event, 0, event.capacity(), intended)) {
            return false;
        }
        number++;
        return true;
    }

    private void flood(int index, Phase phase) {
        endNanos = System.nanoTime() + (long) (phase.seconds() * NANOS);
        awaitOracle(phase);
        long now;
        while ((now = System.nanoTime()) < endNanos || isBatchOpen()) {
            boolean taken = false;
            for (int i = 0; i < 32 && (now < endNanos || isBatchOpen()) && offer(index, now); i++) {
                taken = true;
            }
            step(taken ? now : Long.MAX_VALUE);
        }
    }

    /** What was due but found no room until the end is not offered. */
    private void pace(int index, Phase phase) {
        long began = System.nanoTime();
        endNanos = began + (long) (phase.seconds() * NANOS);
        awaitOracle(phase);
        double due = began;
        while (due < endNanos || isBatchOpen()) {
            long now = System.nanoTime();
            while (due <= now && (due < endNanos || isBatchOpen()) && offer(index, (long) due)) {
                due -= Math.log(1 - random.nextDouble()) * NANOS / phase.perSecond();
            }
            if (now >= endNanos && due <= now && !isBatchOpen()) {
                return;
            }
            step((long) due);
        }
    }

    /** Lets the warm-up go on until the oracle leaves its setting as it is, if there is one. */
    private void awaitOracle(Phase phase) {
        boolean waits =
                phase.name().equals(Phase.WARM_UP) && cell.batches().chooser().choosesSizes();
        latestEndNanos = waits ? endNanos + MOST_SETTLE_NANOS : endNanos;
        settledNanos = System.nanoTime();
        settled = sender.setting();
    }

    private void settle(long now) {
        if (!sender.setting().equals(settled)) {
            settled = sender.setting();
            settledNanos = now;
        }
        if (endNanos < latestEndNanos) {
            endNanos = Math.max(endNanos, Math.min(latestEndNanos, settledNanos + SETTLED_NANOS));
        }
    }

    /** A fixed batch is filled, so that each one counts as a whole. */
    private boolean isBatchOpen() {
        return cell.batches().chooser() == Cell.Chooser.STATIC
                && (number - batchBegan) % cell.batches().size() != 0;
    }

    private void stopAndWait(int index, Phase phase) {
        long end = System.nanoTime() + (long) (phase.seconds() * NANOS);
        while (System.nanoTime() < end) {
            if (sender.isDone()) {
                offer(index, System.nanoTime());
            }
            step(Long.MAX_VALUE);
        }
    }

    /** Closes the open batch by an event of its own, and waits until all has arrived. */
    private void drain(int phase) throws IOException {
        event.putLong(Event.NUMBER, number);
        event.putInt(Event.PHASE, phase);
        long began = System.nanoTime();
        while (!sender.offerMarker(event, 0, event.capacity())) {
            step(Long.MAX_VALUE);
        }
        number++;
        while (!sender.isDone()) {
            step(Long.MAX_VALUE);
            if (System.nanoTime() - began > DRAIN_NANOS) {
                throw new IOException("after 60 s not all that was sent has arrived: " + sender.counters());
            }
        }
        batchBegan = number;
    }

    /** @param dueNanos when the next event is offered */
    private void step(long dueNanos) {
        boolean worked = channels.doWork();
        long now = System.nanoTime();
        settle(now);
        expected.look(now, sender.choice());
        if (now - sampledNanos >= SECOND) {
            sampledNanos += SECOND;
            seconds.add(use.sample((now - begunNanos) / SECOND - 1));
        }
        long wait = Math.min(Math.min(dueNanos, channels.nextDueNanos()) - now, LONGEST_PARK_NANOS);
        if (!worked && wait > 0) {
            LockSupport.parkNanos(Math.max(wait, SHORTEST_PARK_NANOS));
        }
    }
}
