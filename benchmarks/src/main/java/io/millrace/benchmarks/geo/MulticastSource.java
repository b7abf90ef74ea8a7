// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.AckMerge;
import io.millrace.transport.geo.GeoMulticast;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.GeoSenderSettings;
import io.millrace.transport.geo.PeerRoute;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import io.millrace.transport.geo.model.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Sends each event to several targets, by one of the strategies. One thread, but for what event loops hand over. */
final class MulticastSource implements Role, InboundHandler {

    private static final double NANOS = 1e9;
    private static final long EPOCH = 1;
    private static final long SEED = 20_160;
    private static final double MAX_DELAY_SECONDS = 1;
    private static final double MAX_CPU_SHARE = 0.5;
    private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SHORTEST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long NEVER_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MOST_TARGETS = 64;

    private record Ack(int number, ByteBuffer bytes) {}

    private final Queue<Ack> acks = new ConcurrentLinkedQueue<>();
    private final Thread thread = Thread.currentThread();
    private final Links links;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private GeoMulticast multicast;
    private List<GeoSender> direct = List.of();
    private GeoSender carrier;
    private int channel;
    private ByteBuffer event;
    private long number;

    MulticastSource(String name, String host) {
        links = new Links(name, host, this, () -> LockSupport.unpark(thread));
    }

    /** The number by which a target acknowledges a channel. */
    static int ofTarget(int channel, int index) {
        return channel * MOST_TARGETS + index;
    }

    @Override
    public void onMessage(InboundMessage message) {
        message.release();
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        ByteBuffer copy = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, buffer, offset, length);
        acks.add(new Ack(targetTask, copy));
        LockSupport.unpark(thread);
    }

    @Override
    public ObjectNode answer(JsonNode request) throws IOException, InterruptedException {
        switch (request.get("do").asText()) {
            case "listen" -> {
                return Json.object().put("port", links.port());
            }
            case "connect" -> links.connect(request);
            case "run" -> {
                return run(Json.cell(request), request.get("channel").asInt());
            }
            default -> throw new IOException("the source of copies cannot " + request);
        }
        return Json.object();
    }

    private ObjectNode run(Cell cell, int first) throws IOException {
        channel = first;
        number = 0;
        event = Event.allocate(cell.batches().eventBytes());
        acks.clear();
        int targets = MulticastBed.destinations(cell);
        Limits limits =
                Limits.latency(MAX_DELAY_SECONDS, MAX_CPU_SHARE, cell.batches().maxBytes());
        direct = new ArrayList<>();
        for (int i = 0; i < targets; i++) {
            direct.add(sender(cell, limits, channel, i, channel));
        }
        carrier = sender(cell, limits, channel + 1, 0, channel + 1 | MulticastTarget.TO_ENTRY);
        multicast = new GeoMulticast(
                direct,
                carrier,
                new AckMerge(
                        channel + 1, EPOCH, () -> IntStream.range(0, targets).iterator(), System::nanoTime),
                strategy(cell),
                new MillraceModel(),
                limits,
                System::nanoTime);
        ObjectNode result = Json.object();
        for (int i = 0; i < cell.phases().size(); i++) {
            Phase phase = cell.phases().get(i);
            long bytes = bytes();
            long events = number;
            pace(i, phase);
            ObjectNode noted = result.withObject("/phases/" + phase.name());
            noted.put("offered", number - events);
            noted.put("bytes", bytes() - bytes);
        }
        GeoSender used = multicast.strategy() == Strategy.DIRECT ? direct.get(0) : carrier;
        result.put("strategy", multicast.strategy().name().toLowerCase(Locale.ROOT));
        result.put("batch", used.setting().batchEvents());
        result.put(
                "choice", multicast.choice() == null ? "" : multicast.choice().reason());
        end();
        result.put("resends", carrier.counters().resends());
        multicast.close();
        return result;
    }

    private GeoSender sender(Cell cell, Limits limits, int of, int target, int to) {
        GeoSenderSettings settings =
                GeoSenderSettings.of(of, EPOCH, cell.batches().maxBytes(), cell.keptBytes());
        List<PeerRoute> routes = List.of(new PeerRoute("direct", links.peer(MulticastBed.target(target)), to));
        if (cell.batches().chooser() == Cell.Chooser.STATIC) {
            Setting setting = new Setting(cell.batches().size(), 1, false);
            return GeoSender.withSetting(settings, routes, null, setting, NEVER_NANOS, System::nanoTime);
        }
        return new GeoSender(settings, routes, null, new BatchOracle(new MillraceModel(), limits), System::nanoTime);
    }

    /** Null to choose. */
    private static Strategy strategy(Cell cell) {
        String name = cell.labels().get(MulticastFigure.STRATEGY);
        if (name.equals(MulticastFigure.AUTO)) {
            return null;
        }
        return name.equals(MulticastFigure.DIRECT) ? Strategy.DIRECT : Strategy.INTERMEDIATE;
    }

    private long bytes() {
        return RouteUse.bytes(carrier)
                + direct.stream().mapToLong(RouteUse::bytes).sum();
    }

    private void pace(int index, Phase phase) {
        long began = System.nanoTime();
        long end = began + (long) (phase.seconds() * NANOS);
        double due = began;
        while (System.nanoTime() < end) {
            long now = System.nanoTime();
            while (due <= now && due < end && offer(index, (long) due)) {
                due -= Math.log(1 - random.nextDouble()) * NANOS / phase.perSecond();
            }
            step((long) Math.min(due, end));
        }
    }

    private boolean offer(int phase, long intended) {
        event.putLong(Event.NUMBER, number);
        event.putLong(Event.INTENDED, intended);
        event.putInt(Event.PHASE, phase);
        boolean taken = phase == Event.END
                ? multicast.offerMarker(event, 0, event.capacity(), intended)
                : multicast.offer(event, 0, event.capacity(), intended);
        number += taken ? 1 : 0;
        return taken;
    }

    private void end() throws IOException {
        long began = System.nanoTime();
        boolean offered = false;
        while (!offered || !multicast.isDone()) {
            offered = offered || offer(Event.END, System.nanoTime());
            step(Long.MAX_VALUE);
            if (System.nanoTime() - began > DRAIN_NANOS) {
                throw new IOException("after 60 s not all that was sent has arrived");
            }
        }
    }

    private void step(long dueNanos) {
        boolean worked = false;
        for (Ack ack = acks.poll(); ack != null; ack = acks.poll()) {
            worked = true;
            int target = ack.number() % MOST_TARGETS;
            if (ack.number() / MOST_TARGETS == channel + 1) {
                multicast.onAck(target, ack.bytes(), 0, ack.bytes().capacity());
            } else if (ack.number() / MOST_TARGETS == channel && target < direct.size()) {
                direct.get(target).onAck(ack.bytes(), 0, ack.bytes().capacity());
            }
        }
        worked |= multicast.doWork();
        long wait = Math.min(Math.min(dueNanos, multicast.nextDueNanos()) - System.nanoTime(), LONGEST_PARK_NANOS);
        if (!worked && wait > 0) {
            LockSupport.parkNanos(Math.max(wait, SHORTEST_PARK_NANOS));
        }
    }

    @Override
    public void close() {
        links.close();
    }
}
