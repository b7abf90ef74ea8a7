package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one {@link Peer}: outgoing buffers that outlive connections, and a connection that is dialled again for as long as
 * the peer is wanted. Offers come from any thread; all else is done on one event loop.
 */
final class PeerLink implements Peer, Ticker.Ticked {

    /** Starts a connection attempt; the outcome comes back on the link's event loop. */
    interface Dialler {
        void dial(PeerLink link);
    }

    private static final Logger LOG = LoggerFactory.getLogger(PeerLink.class);

    private static final long TRIM_NANOS = 1_000_000_000L;

    private final Endpoint endpoint;
    private final EventLoop loop;
    private final Ticker ticker;
    private final PeerAddress address;
    private final Runnable onRoom;
    private final Dialler dialler;
    private final Backoff backoff;
    private final Runnable onClosed;

    // any thread
    private volatile ChannelTable channels = ChannelTable.EMPTY;
    private final OutgoingLog control;
    private final MpscUnboundedVarHandleArrayQueue<OutboundChannel> signalled =
            new MpscUnboundedVarHandleArrayQueue<>(64);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final LongAdder refusedOffers = new LongAdder();
    private volatile boolean closed;

    // event loop
    private final ChannelTurns turns;
    private final PeerStatistics statistics = new PeerStatistics();
    private OutboundConnection connection;
    private boolean dialling;
    private long controlFrames;
    private long dialAt;
    private long connectedAt;
    private long sentBefore;
    private long confirmed;
    private long trimmedAt;
    private int generation;
    private int initialWindow;
    private final WriteGovernor governor;

    PeerLink(
            Endpoint endpoint,
            EventLoop loop,
            Ticker ticker,
            PeerAddress address,
            Runnable onRoom,
            Dialler dialler,
            Backoff backoff,
            Runnable onClosed) {
        this.endpoint = endpoint;
        this.loop = loop;
        this.ticker = ticker;
        this.address = address;
        this.onRoom = onRoom;
        this.dialler = dialler;
        this.backoff = backoff;
        this.onClosed = onClosed;
        this.control = new OutgoingLog(endpoint.pool, endpoint.config.controlBufferBytes(), true);
        this.turns = new ChannelTurns(endpoint.config.quantumBytes(), endpoint.config.frameBytes());
        this.governor = new WriteGovernor(endpoint.config.latencyBudget().toNanos());
    }

    void start() {
        loop.execute(() -> {
            if (!closed) {
                ticker.add(this);
                dial();
            }
        });
    }

    EventLoop loop() {
        return loop;
    }

    @Override
    public PeerAddress address() {
        return address;
    }

    // ---- any thread ----

    @Override
    public boolean offer(int targetTask, ByteBuffer source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.limit());
        if (length > endpoint.config.messageMaxBytes()) {
            throw tooLong("message", length, endpoint.config.messageMaxBytes(), "transport.message.max.bytes");
        }
        if (closed) {
            return false;
        }
        OutboundChannel channel = channels.get(targetTask);
        if (channel == null) {
            channel = openChannel(targetTask);
        }
        boolean taken = channel.log.offer(targetTask, source, offset, length);
        if (!taken) {
            refusedOffers.increment();
        }
        if (taken || channel.log.queuedBytes() == 0) {
            signal(channel);
        }
        return taken;
    }

    @Override
    public boolean offerControl(int targetTask, ByteBuffer source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.limit());
        if (length > endpoint.config.controlMaxBytes()) {
            throw tooLong("control message", length, endpoint.config.controlMaxBytes(), "transport.frame.bytes");
        }
        if (closed) {
            return false;
        }
        boolean taken = control.offer(targetTask, source, offset, length);
        if (!taken) {
            refusedOffers.increment();
        }
        if (taken || control.queuedBytes() == 0) {
            wake();
        }
        return taken;
    }

    @Override
    public boolean isHalfFull(int targetTask) {
        OutboundChannel channel = channels.get(targetTask);
        return channel != null && channel.log.isHalfFull();
    }

    private static IllegalArgumentException tooLong(String what, int length, int bound, String key) {
        return new IllegalArgumentException(
                what + " is " + length + " bytes, the bound is " + bound + ": send less or raise " + key);
    }

    private synchronized OutboundChannel openChannel(int targetTask) {
        OutboundChannel channel = channels.get(targetTask);
        if (channel == null) {
            if (targetTask < 0) {
                throw new IllegalArgumentException("target task " + targetTask + " is negative");
            }
            channel = new OutboundChannel(
                    targetTask, new OutgoingLog(endpoint.pool, endpoint.config.channelBufferBytes(), false));
            channels = channels.with(channel);
        }
        return channel;
    }

    private void signal(OutboundChannel channel) {
        // After the commit: the loop clears the flag before it looks, so either it sees the record or we tell it.
        if (channel.signalled.compareAndSet(false, true)) {
            signalled.offer(channel);
            wake();
        }
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
            // The transport is closed and with it every peer; what was offered since is lost to nobody.
            LOG.debug("peer {} is closed", address);
        }
    }

    @Override
    public boolean connected() {
        return statistics.connected;
    }

    @Override
    public PeerCounters counters() {
        return statistics.snapshot(
                channels, control.queuedBytes(), refusedOffers.sum(), endpoint.senders.of(address.workerId()));
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        onClosed.run();
        execute(this::closeOnLoop);
    }

    // ---- event loop ----

    private void closeOnLoop() {
        ticker.remove(this);
        if (connection != null) {
            connection.close(CloseCause.CLOSED, "this end closed the peer");
        }
        discard();
    }

    private void discard() {
        long dropped = control.discardAll();
        control.trim();
        for (OutboundChannel channel : channels.slots()) {
            if (channel != null) {
                dropped += channel.log.discardAll();
                channel.log.trim();
            }
        }
        statistics.drops.add(DropCause.PEER_CLOSED, dropped);
    }

    private void onWake() {
        long now = endpoint.clock.getAsLong();
        long linger = closed || connection == null ? 0 : governor.lingerNanos(now);
        if (linger == 0) {
            writeNow();
        } else {
            // Meanwhile this counts as woken: who offers needs not wake the loop.
            loop.schedule(() -> onLingered(now), linger, TimeUnit.NANOSECONDS);
        }
    }

    private void onLingered(long since) {
        governor.onLingered(endpoint.clock.getAsLong() - since);
        writeNow();
    }

    private void writeNow() {
        woken.set(false);
        if (closed) {
            discard();
            return;
        }
        boolean room = control.takeRoomSignal();
        OutboundChannel channel;
        while ((channel = signalled.poll()) != null) {
            channel.signalled.set(false);
            room |= channel.log.takeRoomSignal();
            if (statistics.connected) {
                offerTurn(channel);
            }
        }
        pump();
        if (room) {
            callOnRoom();
        }
    }

    private void offerTurn(OutboundChannel channel) {
        channel.enterConnection(generation, initialWindow);
        turns.offer(channel);
    }

    private void pump() {
        if (connection != null) {
            long batches = statistics.flushes();
            long bytes = statistics.sentBytes();
            long began = endpoint.clock.getAsLong();
            connection.pump();
            governor.onWritten(
                    began, endpoint.clock.getAsLong(), statistics.flushes() - batches, statistics.sentBytes() - bytes);
        }
    }

    private void callOnRoom() {
        try {
            onRoom.run();
        } catch (RuntimeException e) {
            LOG.error("the onRoom listener of peer {} threw", address, e);
        }
    }

    private void dial() {
        dialling = true;
        statistics.dials++;
        dialler.dial(this);
    }

    void onDialFailed(String reason) {
        dialling = false;
        if (!closed) {
            failed("cannot connect to " + address + ": " + reason);
            dialAt = endpoint.clock.getAsLong() + backoff.nextNanos();
        }
    }

    private void failed(String reason) {
        if (!reason.equals(statistics.lastFailure)) {
            LOG.warn("{}; trying again until the peer is closed", reason);
        }
        statistics.lastFailure = reason;
    }

    /** A connection is there and wants to say HELLO; false if nobody wants it any more. */
    boolean onOpened(OutboundConnection opened) {
        dialling = false;
        connection = opened;
        return !closed;
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
        for (OutboundChannel channel : channels.slots()) {
            if (channel != null) {
                offerTurn(channel);
            }
        }
        pump();
    }

    void onConfirmed(long messages) {
        if (messages < 0 || messages > sentTotal() - sentBefore) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, messages + " messages confirmed of " + (sentTotal() - sentBefore));
        }
        confirmed = Math.max(confirmed, messages);
    }

    private long sentTotal() {
        return turns.sentMessages() + control.drainedMessages();
    }

    void onCredit(int id, long consumed, long limit) {
        OutboundChannel channel = channels.get(id);
        if (channel == null) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "credit for channel " + id + ", which does not exist");
        }
        channel.onCredit(consumed, limit);
        turns.offer(channel);
        statistics.onLimited(endpoint.clock.getAsLong(), turns.limitedChannels() > 0);
    }

    boolean hasWork() {
        return control.nextRecordBytes() != 0 || turns.hasWork();
    }

    void fill(ByteBuf batch) {
        writeControls(batch);
        turns.writeNotices(batch);
        turns.writeFrames(batch);
    }

    private void writeControls(ByteBuf batch) {
        int maxBody = endpoint.config.frameBytes() - FrameDescriptor.CONTROL_HEADER_BYTES;
        while (true) {
            int next = control.nextRecordBytes();
            int room = Math.min(maxBody, batch.writableBytes() - FrameDescriptor.CONTROL_HEADER_BYTES);
            if (next == 0 || next > room) {
                return;
            }
            int start = batch.writerIndex();
            Connection.header(batch, 0, FrameDescriptor.CONTROL);
            int body = control.drainTo(batch, room);
            controlFrames++;
            batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, FrameDescriptor.CONTROL_HEADER_BYTES + body);
        }
    }

    void onWritten(int bytes) {
        statistics.onBatch(
                bytes,
                turns.frames() + controlFrames,
                turns.sentMessages(),
                control.drainedMessages(),
                governor.lingers());
        statistics.onLimited(endpoint.clock.getAsLong(), turns.limitedChannels() > 0);
        if (turns.takeRoom() | control.takeRoomSignal()) {
            callOnRoom();
        }
    }

    void onGone(OutboundConnection gone, CloseCause cause, String detail) {
        if (connection != gone) {
            return;
        }
        connection = null;
        long now = endpoint.clock.getAsLong();
        statistics.closes.add(cause, 1);
        boolean wasConnected = statistics.connected;
        if (wasConnected) {
            statistics.onDisconnected(now);
            statistics.drops.add(DropCause.UNCONFIRMED, sentTotal() - sentBefore - confirmed);
            endConnection();
            if (now - connectedAt >= endpoint.config.reconnectMax().toNanos()) {
                backoff.reset();
            }
        }
        if (!closed) {
            failed((wasConnected ? "lost " : "cannot connect to ") + address + ": " + detail);
            dialAt = now + backoff.nextNanos();
        }
    }

    private void endConnection() {
        boolean room = false;
        turns.clear();
        for (OutboundChannel channel : channels.slots()) {
            if (channel != null) {
                turns.forget(channel);
                if (channel.log.discardCutMessage()) {
                    statistics.drops.add(DropCause.CUT_OFF, 1);
                    // Nothing may be left whose sending would tell
                    room |= channel.log.takeRoomSignal();
                }
            }
        }
        if (room) {
            callOnRoom();
        }
    }

    @Override
    public void tick(long nowNanos) {
        statistics.onTick(nowNanos, turns.limitedChannels() > 0);
        if (connection != null) {
            statistics.onRoundTrip(connection.rttNanos(), connection.lastRttNanos());
        }
        if (connection == null && !dialling && nowNanos - dialAt >= 0) {
            dial();
        }
        if (nowNanos - trimmedAt >= TRIM_NANOS) {
            trimmedAt = nowNanos;
            control.trim();
            for (OutboundChannel channel : channels.slots()) {
                if (channel != null) {
                    channel.log.trim();
                }
            }
        }
    }
}
