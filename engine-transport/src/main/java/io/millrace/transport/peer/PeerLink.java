// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.MessageSource;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.flow.DeficitRoundRobin;
import io.millrace.transport.flow.Endpoint;
import io.millrace.transport.flow.OutboundChannel;
import io.millrace.transport.flow.SendBuffers;
import io.millrace.transport.flow.WriteGovernor;
import io.millrace.transport.frame.ProtocolViolation;
import io.millrace.transport.frame.Refusal;
import io.millrace.transport.frame.UntrustedText;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The implementation of {@link Peer}: {@link SendBuffers} that outlive connections, and a connection that is made again
 * whenever it is lost, until the peer is closed. Any thread offers; everything else runs on one event loop.
 */
public final class PeerLink implements Peer, Ticker.Ticked {

    /** Starts a connection attempt; the outcome comes back on the link's event loop. */
    public interface Dialler {
        void dial(PeerLink link);
    }

    /**
     * Who hears of the link.
     *
     * @param onRoom called when there is room again
     * @param onClosed called once
     */
    record Listener(Runnable onRoom, Runnable onClosed) {}

    private static final Logger LOG = LoggerFactory.getLogger(PeerLink.class);

    private static final long TRIM_NANOS = 1_000_000_000L;

    private final Endpoint endpoint;
    private final EventLoop loop;
    private final Ticker ticker;
    private final PeerAddress address;
    private final Listener listener;

    // any thread
    private final SendBuffers buffers;
    private final AtomicBoolean woken = new AtomicBoolean();

    // event loop
    private final DeficitRoundRobin scheduler;
    private final PeerStatistics statistics = new PeerStatistics();
    private final Reconnection reconnection;
    private final WriteGovernor governor;
    private OutboundConnection connection;
    private long connectedAt;
    private long sentBefore;
    private long confirmed;
    private long trimmedAt;
    private int generation;
    private int initialWindow;

    PeerLink(
            Endpoint endpoint,
            EventLoop loop,
            Ticker ticker,
            PeerAddress address,
            Listener listener,
            Dialler dialler,
            Backoff backoff) {
        this.endpoint = endpoint;
        this.loop = loop;
        this.ticker = ticker;
        this.address = address;
        this.listener = listener;
        this.buffers = new SendBuffers(endpoint, this::wake);
        this.scheduler = new DeficitRoundRobin(
                endpoint.config.messages().quantumBytes(),
                endpoint.config.messages().frameBytes());
        this.reconnection = new Reconnection(backoff, statistics, () -> dialler.dial(this));
        this.governor =
                new WriteGovernor(endpoint.config.messages().latencyBudget().toNanos());
    }

    void start() {
        loop.execute(() -> {
            if (!buffers.isClosed()) {
                ticker.add(this);
                statistics.onStart(endpoint.clock.getAsLong());
                reconnection.now();
            }
        });
    }

    public EventLoop loop() {
        return loop;
    }

    @Override
    public PeerAddress address() {
        return address;
    }

    // ---- any thread ----

    @Override
    public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
        return buffers.offer(targetTask, source, offset, length);
    }

    @Override
    public boolean offer(int targetTask, MessageSource source, int length) {
        return buffers.offer(targetTask, source, length);
    }

    @Override
    public int mostInOnePart() {
        return buffers.mostInOnePart();
    }

    @Override
    public boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length) {
        return buffers.offerTimed(targetTask, source, offset, length);
    }

    @Override
    public boolean offerControl(int targetTask, ByteBuffer source, int offset, int length) {
        return buffers.offerControl(targetTask, source, offset, length);
    }

    @Override
    public boolean isHalfFull(int targetTask) {
        return buffers.isHalfFull(targetTask);
    }

    @Override
    public long offeredControls() {
        return buffers.offeredControls();
    }

    @Override
    public boolean isControlWritten(long position) {
        return buffers.isControlWritten(position);
    }

    @Override
    public boolean isEmpty(int targetTask) {
        return buffers.isEmpty(targetTask);
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            execute(this::onWake);
        }
    }

    private void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // The transport is closed and with it every peer: nothing needs to be written any more.
            LOG.debug("peer {} is closed", address);
        }
    }

    @Override
    public boolean connected() {
        return statistics.connected();
    }

    @Override
    public long connections() {
        return statistics.get(PeerCounter.CONNECTIONS);
    }

    @Override
    public PeerCounters counters() {
        return statistics.snapshot(buffers, endpoint.senders.of(address.workerId()));
    }

    @Override
    public void close() {
        if (buffers.close()) {
            listener.onClosed().run();
            execute(this::closeOnLoop);
        }
    }

    // ---- event loop: writing ----

    private void onWake() {
        long now = endpoint.clock.getAsLong();
        long linger = buffers.isClosed() || connection == null ? 0 : governor.lingerNanos(now);
        if (linger == 0) {
            writeNow();
        } else {
            // Until then the loop counts as woken: offers need not wake it.
            loop.schedule(() -> onLingered(now), linger, TimeUnit.NANOSECONDS);
        }
    }

    private void onLingered(long since) {
        governor.onLingered(endpoint.clock.getAsLong() - since);
        writeNow();
    }

    private void writeNow() {
        woken.set(false);
        if (buffers.isClosed()) {
            discard();
            return;
        }
        boolean room = buffers.takeControlRoom();
        OutboundChannel channel;
        while ((channel = buffers.takeSignalled()) != null) {
            room |= channel.buffer.takeRoomSignal();
            if (statistics.connected()) {
                schedule(channel);
            }
        }
        pump();
        if (room) {
            callOnRoom();
        }
    }

    private void schedule(OutboundChannel channel) {
        channel.enterConnection(generation, initialWindow);
        scheduler.offer(channel);
    }

    private void pump() {
        if (connection != null) {
            long batches = statistics.get(PeerCounter.WRITES);
            long bytes = statistics.get(PeerCounter.SENT_BYTES);
            long began = endpoint.clock.getAsLong();
            connection.pump();
            governor.onWritten(
                    began,
                    endpoint.clock.getAsLong(),
                    statistics.get(PeerCounter.WRITES) - batches,
                    statistics.get(PeerCounter.SENT_BYTES) - bytes);
        }
    }

    private void callOnRoom() {
        try {
            listener.onRoom().run();
        } catch (RuntimeException e) {
            LOG.error("the onRoom listener of peer {} threw", address, e);
        }
    }

    boolean hasWork() {
        return buffers.hasControls() || scheduler.hasWork();
    }

    void fill(ByteBuf batch) {
        buffers.writeControls(batch);
        scheduler.writeNotices(batch);
        scheduler.writeFrames(batch);
    }

    void onWritten(int bytes) {
        statistics.onBatch(bytes, scheduler.sentMessages(), buffers.sentControls(), governor.lingers());
        statistics.onLimited(endpoint.clock.getAsLong(), scheduler.limitedChannels() > 0);
        if (scheduler.takeRoom() | buffers.takeControlRoom()) {
            callOnRoom();
        }
    }

    // ---- event loop: what the peer says ----

    void onConfirmed(long messages) {
        if (messages < 0 || messages > sentTotal() - sentBefore) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, messages + " messages confirmed of " + (sentTotal() - sentBefore));
        }
        confirmed = Math.max(confirmed, messages);
    }

    private long sentTotal() {
        return scheduler.sentMessages() + buffers.sentControls();
    }

    void onCredit(int id, long consumed, long limit) {
        OutboundChannel channel = buffers.channel(id);
        if (channel == null) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "credit for channel " + id + ", which does not exist");
        }
        channel.onCredit(consumed, limit);
        scheduler.offer(channel);
        statistics.onLimited(endpoint.clock.getAsLong(), scheduler.limitedChannels() > 0);
    }

    // ---- event loop: connections ----

    public void onDialFailed(String reason) {
        if (buffers.isClosed()) {
            reconnection.onEnded();
        } else {
            reconnection.onFailed(endpoint.clock.getAsLong(), "cannot connect to " + address + ": " + reason);
        }
    }

    /** A connection is open and about to send HELLO; false if the peer was closed meanwhile. */
    boolean onOpened(OutboundConnection opened) {
        reconnection.onEnded();
        connection = opened;
        return !buffers.isClosed();
    }

    void onRefused(Refusal refusal) {
        statistics.refusals.add(refusal.cause(), 1);
    }

    void onEstablished(int windowBytes) {
        initialWindow = windowBytes;
        connectedAt = endpoint.clock.getAsLong();
        sentBefore = sentTotal();
        confirmed = 0;
        statistics.onConnected(connectedAt);
        LOG.info("connected to {}", address);
        generation++;
        buffers.forEach(this::schedule);
        pump();
        // Senders must learn that this is another connection
        callOnRoom();
    }

    void onGone(OutboundConnection gone, CloseCause cause, String said) {
        if (connection != gone) {
            return;
        }
        String detail = UntrustedText.shown(said);
        connection = null;
        long now = endpoint.clock.getAsLong();
        boolean wasConnected = statistics.connected();
        if (wasConnected) {
            statistics.onDisconnected(now);
            statistics.drops.add(DropCause.UNCONFIRMED, sentTotal() - sentBefore - confirmed);
            endConnection();
            reconnection.onWasAccepted();
            if (now - connectedAt >= endpoint.config.times().reconnectMax().toNanos()) {
                reconnection.onHadWorked();
            }
        }
        if (!buffers.isClosed()) {
            reconnection.onFailed(now, (wasConnected ? "lost " : "cannot connect to ") + address + ": " + detail);
        }
        // This comes last, so that the reason is in the log before the count rises.
        statistics.closes.add(cause, 1);
    }

    private void endConnection() {
        boolean room = false;
        scheduler.clear();
        for (OutboundChannel channel : buffers.channels()) {
            scheduler.forget(channel);
            if (channel.buffer.discardCutMessage()) {
                statistics.drops.add(DropCause.CUT_OFF, 1);
                // The buffer may be empty, so that no sending would signal the room
                room |= channel.buffer.takeRoomSignal();
            }
        }
        if (room) {
            callOnRoom();
        }
    }

    private void closeOnLoop() {
        ticker.remove(this);
        if (connection != null) {
            connection.close(CloseCause.CLOSED, "this end closed the peer");
        }
        discard();
    }

    private void discard() {
        statistics.drops.add(DropCause.PEER_CLOSED, buffers.discardAll());
    }

    @Override
    public void tick(long nowNanos) {
        statistics.onTick(nowNanos, scheduler.limitedChannels() > 0);
        if (connection == null) {
            reconnection.ifDue(nowNanos);
        } else {
            statistics.onRoundTrip(connection.rttNanos(), connection.lastRttNanos());
        }
        if (nowNanos - trimmedAt >= TRIM_NANOS) {
            trimmedAt = nowNanos;
            buffers.trim();
        }
    }
}
