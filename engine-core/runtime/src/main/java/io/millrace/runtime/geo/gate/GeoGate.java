// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.api.config.StreamOrders;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.executor.Decoding;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.Receiver;
import io.millrace.runtime.geo.ChannelEnds;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.GeoLink;
import io.millrace.runtime.link.MulticastChannelEnd;
import io.millrace.runtime.link.MulticastLink;
import io.millrace.runtime.link.NetChannel;
import io.millrace.runtime.link.SiteChannel;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskGroup;
import io.millrace.runtime.tuple.ChannelAckMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoBatch;
import io.millrace.transport.geo.GeoConsumer;
import io.millrace.transport.geo.GeoReceiver;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.LatePolicy;
import io.millrace.transport.geo.Lz4Codec;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.ThroughputFit;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * The ends of the channels between sites that begin or end at one executor. Event loops add batches; the executor's
 * thread does all else, in each turn.
 */
public final class GeoGate implements Receiver, MessageHandler {

    private static final int CHUNK = 256;

    private record ClosedConnection(long number) {}

    /** Messages, and closed connections behind the messages that came by them. */
    private final MpscUnboundedVarHandleArrayQueue<Object> arrivals = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);

    private final Executor executor;
    private final Decoding decoding;
    private final GeoSettings settings;
    private final TaskPlan plan;
    private final MulticastGate multicasts;
    private final TaskGraph graph;
    private final int tasks;
    private final long workerEpoch;
    private final ChannelEpochs epochs;
    private final GeoPeers peers;
    private final Runnable onChannel;

    /** The compressor, which is made for the first channel, as a worker of a topology in one region needs none. */
    private Lz4Codec codec;

    private final Int2ObjectHashMap<GeoSender> senders = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<GeoReceiver> receivers = new Int2ObjectHashMap<>();
    private final Map<Integer, SenderReport> sending = new TreeMap<>();
    private final Map<Integer, GeoDelivery> deliveries = new TreeMap<>();
    private final ChannelBudgets budgets;
    private StreamOrders orders;
    private volatile ChannelEnds reported = ChannelEnds.NONE;
    private volatile boolean closed;

    /** Whether there was a channel; without one a turn does nothing here. */
    private volatile boolean used;

    /**
     * @param workerEpoch number that grows with each start of this worker
     * @param peers the workers of the other ends
     * @param onChannel called with each channel, on any thread; must not block
     */
    public GeoGate(
            Executor executor,
            TupleDecoder decoder,
            GeoSettings settings,
            TaskGraph graph,
            long workerEpoch,
            GeoPeers peers,
            Runnable onChannel) {
        this.peers = peers;
        this.executor = executor;
        this.decoding = new Decoding(executor, decoder, LinkKind.NET);
        this.settings = settings;
        this.graph = graph;
        this.plan = graph.tasks();
        this.tasks = plan.taskCount();
        this.workerEpoch = workerEpoch;
        this.epochs = new ChannelEpochs(workerEpoch, executor::failed);
        this.onChannel = onChannel;
        this.budgets = new ChannelBudgets(settings);
        this.orders = settings.orders();
        this.multicasts = new MulticastGate(this, executor, settings, graph);
    }

    /** Takes a batch of a channel that ends at this executor. Called on an event loop. */
    public void put(InboundMessage message) {
        used = true;
        arrive(message);
    }

    /** A connection has closed by which batches may have come. Called on an event loop. */
    public void connectionClosed(long connection) {
        if (used) {
            arrive(new ClosedConnection(connection));
        }
    }

    private void arrive(Object arrival) {
        arrivals.offer(arrival);
        executor.inbound().bell().ring();
        if (closed) {
            releaseAll();
        }
    }

    /** Returns the last report of the channels; any thread. */
    public ChannelEnds reported() {
        return reported;
    }

    /** Lets the executor report on its channels in its next turn; any thread. */
    public void askForReport() {
        if (used) {
            executor.submit(this::report);
        }
    }

    /** Sets other orders from the next turn on; any thread. */
    public void orders(StreamOrders next) {
        executor.submit(() -> {
            orders = next;
            receivers.forEachInt((channel, receiver) -> receiver.policy(policy(channel)));
            multicasts.reconsider();
        });
    }

    /** Sets how many channels between sites the topology has in all; any thread. */
    public void channels(int count) {
        executor.submitLinks(() -> budgets.channels(count, executor.nanoTime()));
    }

    // The executor's thread

    /** Reports on the channels. */
    public void report() {
        if (used) {
            long now = executor.nanoTime();
            reported = new ChannelEnds(
                    sending.values().stream()
                            .map(each -> each.report(now, settings, budgets.limits()))
                            .toList(),
                    deliveries.entrySet().stream()
                            .map(each -> each.getValue().report(receivers.get((int) each.getKey())))
                            .toList(),
                    multicasts.report(now));
        }
    }

    private LatePolicy policy(int channel) {
        if (SiteChannel.isCopied(channel, tasks)) {
            return LatePolicy.ORDERED;
        }
        return deliveries.get(channel).policy(GeoPair.of(channel, plan).order(orders));
    }

    /**
     * Returns the factory of the sending ends of channels to a worker.
     *
     * @param target worker where the channels end
     * @param assignmentEpoch epoch of the assignment by which the link is made: tasks that move to another worker begin
     *     with a later one
     */
    public GeoLink.Channels over(GeoRoutes routes, GeoTarget target, long assignmentEpoch) {
        return new GeoLink.Channels() {
            @Override
            public GeoSender open(int channel) {
                used = true;
                ThroughputFit fit = new ThroughputFit();
                GeoSender sender = sender(channel, routes, epochs.next(assignmentEpoch), fit);
                GeoSender before = senders.put(channel, sender);
                if (before != null) {
                    forget(channel, before);
                    before.close();
                }
                opened(channel, sender, target, fit);
                return sender;
            }

            @Override
            public void close(int channel, GeoSender sender) {
                sender.close();
                if (senders.remove(channel, sender)) {
                    forget(channel, sender);
                }
            }
        };
    }

    /** Returns the finder of the copies for the tasks of a region. */
    public MulticastLink.Copies copiesTo(String region, GeoEntries entries, TupleEncoder encoder) {
        return multicasts.to(region, entries, encoder);
    }

    /** Opens the sending end of a channel to several tasks of a region. */
    MulticastChannelEnd openMulticast(
            int channel, GeoRoutes entries, long assignmentEpoch, String region, Limits limits) {
        used = true;
        ThroughputFit fit = new ThroughputFit();
        long epoch = epochs.next(assignmentEpoch);
        GeoSender sender = sender(channel, entries, epoch, fit);
        sender.measureInto(fit);
        budgets.openedForSeveral(sender, region);
        sender.limits(limits);
        onChannel.run();
        return new MulticastChannelEnd(sender, channel, epoch);
    }

    /** Returns the limits of a channel's oracle. */
    Limits limits() {
        return budgets.limits();
    }

    StreamOrders currentOrders() {
        return orders;
    }

    private void opened(int channel, GeoSender sender, GeoTarget target, ThroughputFit fit) {
        sender.measureInto(fit);
        budgets.opened(sender, target.region(), executor.nanoTime());
        sending.put(channel, new SenderReport(sender, GeoPair.of(channel, plan), target, fit));
        onChannel.run();
    }

    private void forget(int channel, GeoSender sender) {
        budgets.closed(sender, executor.nanoTime());
        sending.remove(channel);
    }

    private GeoSender sender(int channel, GeoRoutes routes, long epoch, ThroughputFit fit) {
        return new GeoSender(
                settings.sender(channel, epoch),
                routes.of(channel),
                settings.batches().compresses() ? codec() : null,
                new BatchOracle(settings.newModel(fit), budgets.limits()),
                routes.known(),
                executor::nanoTime);
    }

    private Lz4Codec codec() {
        if (codec == null) {
            codec = new Lz4Codec();
        }
        return codec;
    }

    @Override
    public int receive(int limit) {
        if (!used) {
            return 0;
        }
        int received = 0;
        Object arrival;
        while (received < limit && (arrival = arrivals.poll()) != null) {
            if (arrival instanceof InboundMessage message) {
                receiver(message.targetTask()).onBatch(message);
            } else if (arrival instanceof ClosedConnection gone) {
                receivers.values().forEach(receiver -> receiver.onConnectionClosed(gone.number()));
            }
            received++;
        }
        for (GeoReceiver receiver : receivers.values()) {
            received += receiver.doWork() ? 1 : 0;
        }
        for (GeoSender sender : senders.values()) {
            received += sender.doWork() ? 1 : 0;
        }
        multicasts.turn();
        return received;
    }

    private GeoReceiver receiver(int channel) {
        return receivers.computeIfAbsent(channel, this::newReceiver);
    }

    private GeoReceiver newReceiver(int channel) {
        if (SiteChannel.isCopied(channel, tasks)) {
            return newReceiverOfCopies(channel);
        }
        GeoDelivery delivery = new GeoDelivery(executor, GeoPair.of(channel, plan));
        deliveries.put(channel, delivery);
        return newReceiver(channel, channel, new Consumer(channel, delivery));
    }

    private GeoReceiver newReceiverOfCopies(int channel) {
        int source = SiteChannel.source(channel, tasks);
        int first = executor.taskIds().stream()
                .mapToInt(task -> task)
                .filter(task -> MulticastGate.isCopied(graph, source, task))
                .min()
                .orElseThrow();
        int own = SiteChannel.copiesTo(source, first, tasks);
        GeoDelivery delivery = new GeoDelivery(
                executor,
                new GeoPair(channel, source, first, plan.componentOf(source), plan.componentOf(first), List.of()));
        deliveries.put(channel, delivery);
        return newReceiver(
                channel,
                own,
                new CopyDelivery(executor, decoding, delivery, () -> peers.clockOffsetNanos(source), workerEpoch));
    }

    /** @param number number by which the receiver acknowledges */
    private GeoReceiver newReceiver(int channel, int number, GeoConsumer consumer) {
        int source = SiteChannel.source(channel, tasks);
        onChannel.run();
        return new GeoReceiver(
                new GeoReceiver.Settings(
                        channel, settings.batches().memory(), settings.batches().maxBytes()),
                policy(channel),
                codec(),
                consumer,
                (ack, offset, length) -> {
                    acknowledge(channel, source, ChannelAckMessage.of(number, ack, offset, length));
                    return true;
                },
                executor::nanoTime);
    }

    /**
     * Sends an acknowledgement. While batches come by relays, acknowledgements go by relays too: both directions of the
     * connection may be broken.
     */
    private void acknowledge(int channel, int source, byte[] message) {
        boolean relayed = isByRelay(channel, source) && peers.relay(source, message);
        if (!relayed || peers.isConnected(source)) {
            executor.paths().control(source, message);
        }
    }

    /** Returns whether batches come by a relay. Entries copy only batches from the connections of their workers. */
    private boolean isByRelay(int channel, int source) {
        return SiteChannel.isCopied(channel, tasks)
                ? !peers.isConnected(source)
                : settings.isByRelay(receivers.get(channel).heardRoutes());
    }

    /** Takes a message of the other end of a channel that begins here. */
    @Override
    public void onMessage(TaskGroup tasks, ByteBuffer message, int offset, int length) {
        if (!ChannelAckMessage.isChannelAck(message, offset, length)) {
            throw new CodecException("an acknowledgement of " + length + " bytes of a channel is malformed");
        }
        int channel = ChannelAckMessage.channel(message, offset);
        if (SiteChannel.isOfCopies(channel)) {
            multicasts.onAck(channel, message, offset + ChannelAckMessage.HEAD, length - ChannelAckMessage.HEAD);
        }
        GeoSender sender = senders.get(channel);
        if (sender != null) {
            sender.onAck(message, offset + ChannelAckMessage.HEAD, length - ChannelAckMessage.HEAD);
        }
    }

    @Override
    public long deadline(long now) {
        if (!used) {
            return Long.MAX_VALUE;
        }
        long due = Long.MAX_VALUE;
        for (GeoReceiver receiver : receivers.values()) {
            due = Math.min(due, receiver.nextDueNanos());
        }
        for (GeoSender sender : senders.values()) {
            due = Math.min(due, sender.nextDueNanos());
        }
        return Math.min(due, multicasts.deadline());
    }

    /** Releases memory and credit of batches that were not received. */
    @Override
    public void close() {
        closed = true;
        releaseAll();
        receivers.values().forEach(GeoReceiver::close);
        senders.values().forEach(GeoSender::close);
        multicasts.close();
    }

    /** Releases all messages. Event loops may do this at the same time. */
    private void releaseAll() {
        synchronized (arrivals) {
            Object arrival;
            while ((arrival = arrivals.poll()) != null) {
                if (arrival instanceof InboundMessage message) {
                    message.release();
                }
            }
        }
    }

    /** Hands the tuples of batches to their task. */
    private final class Consumer implements GeoConsumer {
        private final int channel;
        private final int source;
        private final int target;
        private final GeoDelivery delivery;

        Consumer(int channel, GeoDelivery delivery) {
            this.channel = channel;
            this.source = SiteChannel.source(channel, tasks);
            this.delivery = delivery;
            this.target = SiteChannel.target(channel, tasks);
        }

        @Override
        public void onBatch(GeoBatch batch) {
            long ahead = clockOffsetNanos(batch);
            delivery.came(batch, ahead);
            DataTuple last = null;
            while (batch.next()) {
                if (last != null) {
                    executor.arrivals().deliver(last);
                }
                last = tuple(batch, ahead);
            }
            Task task = executor.task(target);
            // While the task is paused, its sources get credit back only as its inbox shrinks
            if (last != null && task != null && task.sign().isPaused() && !NetChannel.isInsideCycle(channel)) {
                last.hold(batch::release);
            } else {
                batch.release();
            }
            if (last != null) {
                executor.arrivals().deliver(last);
            }
        }

        private long clockOffsetNanos(GeoBatch batch) {
            return settings.isByRelay(1 << batch.route())
                    ? peers.clockOffsetNanos(source)
                    : batch.senderClockOffsetNanos();
        }

        private DataTuple tuple(GeoBatch batch, long ahead) {
            return decoding.tuple(
                    target,
                    batch.buffer(),
                    batch.offset(),
                    batch.length(),
                    ahead == InboundMessage.UNKNOWN_CLOCK ? DataTuple.UNKNOWN_TIME : ahead,
                    DataTuple.UNKNOWN_TIME);
        }

        @Override
        public void onLate(GeoBatch batch) {
            long ahead = clockOffsetNanos(batch);
            while (batch.next()) {
                DataTuple tuple = tuple(batch, ahead);
                if (tuple != null) {
                    delivery.late(batch.lateCause(), tuple);
                }
            }
            batch.release();
        }
    }
}
