package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The acceptor's end: judges HELLO, hands messages to the {@link InboundHandler}, grants credit. On its event loop, except
 * for {@link #queueGrant}, which any thread that releases a message may call. The socket is always read: what may come is
 * bounded by the credit that is out.
 */
final class InboundConnection extends Connection {

    private static final Logger LOG = LoggerFactory.getLogger(InboundConnection.class);

    private final Admission admission;

    // any thread
    private final MpscUnboundedVarHandleArrayQueue<InboundChannel> grants = new MpscUnboundedVarHandleArrayQueue<>(64);
    private final AtomicBoolean woken = new AtomicBoolean();

    // event loop
    private final DelayProbe probe = new DelayProbe();
    private final List<InboundChannel> retries = new ArrayList<>();
    private final Set<InboundChannel> withheld = new HashSet<>();
    private final IntObjectMap<InboundChannel> channels = new IntObjectHashMap<>();
    private HeldMessage message = new HeldMessage();
    private Hello hello;
    private SenderCounts.Counts counts;
    private long receivedMessages;
    private boolean handlerFailed;
    private RefusalCause reason;

    InboundConnection(Endpoint endpoint, Ticker ticker, Admission admission) {
        super(endpoint, ticker);
        this.admission = admission;
    }

    @Override
    void onOpened() {
        InboundConnection silent = admission.enter(this);
        if (silent != null) {
            silent.executeClose(
                    CloseCause.TOO_MANY_CONNECTIONS, "too many connections that have not said who they are", () -> {});
        }
    }

    // ---- handshake ----

    @Override
    void onEncryptedPeer(String detail) {
        refuse(new Refusal(RefusalCause.ENCRYPTION, detail), CloseCause.ENCRYPTION);
    }

    /** The answer, not encrypted, to a peer that should have spoken TLS. */
    Refusal refusePlain() {
        reason = RefusalCause.ENCRYPTION;
        endpoint.refusals.add(RefusalCause.ENCRYPTION, 1);
        return new Refusal(
                RefusalCause.ENCRYPTION,
                "this worker takes connections with TLS only: set transport.tls.* on all nodes or on none");
    }

    private void onHello(Hello said) {
        if (hello != null) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a second HELLO");
        }
        hello = said;
        Refusal refusal = said.judge(endpoint.config);
        if (refusal == null && !endpoint.memory.admits()) {
            refusal = new Refusal(
                    RefusalCause.MEMORY,
                    endpoint.memory.orphanedBytes()
                            + " bytes of lost connections are still held here: release them, or raise"
                            + " transport.inbound.memory.bytes");
        }
        if (refusal != null) {
            refuse(refusal, CloseCause.REFUSED);
            return;
        }
        Admission.Verdict verdict = admission.admit(said, this);
        if (verdict.refusal() != null) {
            refuse(verdict.refusal(), CloseCause.REFUSED);
        } else if (verdict.replaced() == null) {
            accept();
        } else {
            // What the old connection had is handed out before the new one begins, whatever loop it lives on.
            LOG.info("worker {} connected anew", said.sender());
            InboundConnection old = verdict.replaced();
            Channel mine = channel();
            old.executeClose(
                    CloseCause.REPLACED,
                    "the worker connected anew",
                    () -> mine.eventLoop().execute(this::accept));
        }
    }

    /** Any thread: closes this connection, then runs {@code then} on its event loop. */
    private void executeClose(CloseCause cause, String detail, Runnable then) {
        channel().eventLoop().execute(() -> close(cause, detail).addListener(done -> then.run()));
    }

    private void refuse(Refusal refusal, CloseCause cause) {
        reason = refusal.cause();
        endpoint.refusals.add(refusal.cause(), 1);
        endsFor(cause, refusal.reason());
        ByteBuf answer = context().alloc().buffer(FrameDescriptor.MAX_HANDSHAKE_BYTES);
        refusal.encode(answer);
        context().writeAndFlush(answer).addListener(done -> close(cause, refusal.reason()));
    }

    private void accept() {
        if (!channel().isActive()) {
            return;
        }
        ByteBuf answer = context().alloc().buffer(FrameDescriptor.ACCEPT_BYTES);
        header(answer, FrameDescriptor.ACCEPT_BYTES, FrameDescriptor.ACCEPT);
        answer.writeIntLE(FrameDescriptor.MAGIC)
                .writeIntLE(FrameDescriptor.VERSION)
                .writeIntLE(endpoint.config.windowMinBytes());
        context().writeAndFlush(answer, context().voidPromise());
        counts = endpoint.senders.admit(hello.sender());
        establish();
        endpoint.accepted.incrementAndGet();
        endpoint.established.incrementAndGet();
        LOG.info(
                "worker {} epoch {} connected from {}",
                hello.sender(),
                hello.epoch(),
                channel().remoteAddress());
        pump();
    }

    // ---- frames ----

    @Override
    void onOtherFrame(int type, int flags, ByteBuf in, int index, int length) {
        if (!isEstablished()) {
            if (type != FrameDescriptor.HELLO) {
                throw new ProtocolViolation(CloseCause.NOT_A_WORKER, "a frame of type " + type + " before HELLO");
            }
            onHello(Hello.decode(in, index, length));
            return;
        }
        switch (type) {
            case FrameDescriptor.DATA -> onData(flags, in, index, length);
            case FrameDescriptor.CONTROL -> onControl(in, index, length);
            case FrameDescriptor.LIMITED -> onLimited(in, index, length);
            default -> throw new ProtocolViolation(CloseCause.GARBAGE, "a frame of type " + type + " for a receiver");
        }
    }

    private void onData(int flags, ByteBuf in, int index, int length) {
        int body = length - FrameDescriptor.DATA_HEADER_BYTES;
        if (body < 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a DATA of " + length + " bytes");
        }
        endpoint.receivedBytes.addAndGet(length);
        InboundChannel channel = channel(in.getIntLE(index + FrameDescriptor.DATA_CHANNEL_OFFSET));
        long position = in.getLongLE(index + FrameDescriptor.DATA_POSITION_OFFSET);
        channel.onReceived(position, body);
        long before = receivedMessages;
        try {
            readRecords(channel, in, index + FrameDescriptor.DATA_HEADER_BYTES, index + length);
        } finally {
            endpoint.receivedMessages.addAndGet(receivedMessages - before);
            counts.add(receivedMessages - before, 0, length);
        }
        if ((flags & FrameDescriptor.FLAG_LIMITED) != 0) {
            channel.onLimited(position + body, in.getIntLE(index + FrameDescriptor.DATA_CREDIT_OFFSET));
        }
    }

    private InboundChannel channel(int id) {
        InboundChannel channel = channels.get(id);
        if (channel == null) {
            if (id < 0) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "channel " + id + " is negative");
            }
            if (channels.size() >= endpoint.config.maxChannels()) {
                throw new ProtocolViolation(
                        CloseCause.TOO_MANY_CHANNELS,
                        "channel " + id + " is one more than " + endpoint.config.maxChannels());
            }
            channel = new InboundChannel(id, this, endpoint);
            channels.put(id, channel);
        }
        return channel;
    }

    private void readRecords(InboundChannel channel, ByteBuf in, int from, int to) {
        HeldBytes held = null;
        int heldFrom = 0;
        try {
            for (int at = from; at < to; ) {
                int word = recordWord(in, at, to);
                int bytes = FrameDescriptor.recordBytes(word);
                if ((word & FrameDescriptor.RECORD_WHOLE) != FrameDescriptor.RECORD_WHOLE) {
                    onFragment(channel, word, in, at);
                } else {
                    if (channel.reassembly.isOpen()) {
                        throw new ProtocolViolation(
                                CloseCause.GARBAGE, "a message within the fragments of another one");
                    }
                    if (held == null) {
                        held = hold(channel, in, at, to);
                        heldFrom = at;
                    }
                    held.addCredit(bytes);
                    if (!FrameDescriptor.isVoid(word)) {
                        int offset = at - heldFrom + FrameDescriptor.RECORD_HEADER_BYTES;
                        deliver(held, offset, FrameDescriptor.recordLength(word));
                    }
                }
                at += bytes;
            }
        } finally {
            if (held != null) {
                held.release();
            }
        }
    }

    private static int recordWord(ByteBuf in, int at, int to) {
        if (to - at < FrameDescriptor.RECORD_HEADER_BYTES) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a record head is cut off");
        }
        int word = in.getIntLE(at);
        if (FrameDescriptor.recordBytes(word) > to - at) {
            throw new ProtocolViolation(
                    CloseCause.GARBAGE, "a record of " + FrameDescriptor.recordLength(word) + " bytes is cut off");
        }
        return word;
    }

    private HeldBytes hold(InboundChannel channel, ByteBuf in, int from, int to) {
        ByteBuf copy = context().alloc().directBuffer(to - from, to - from);
        copy.writeBytes(in, from, to - from);
        return new HeldBytes(channel, copy, 0);
    }

    private void onFragment(InboundChannel channel, int word, ByteBuf in, int at) {
        Reassembly reassembly = channel.reassembly;
        int from = at + FrameDescriptor.RECORD_HEADER_BYTES;
        int length = FrameDescriptor.recordLength(word);
        if (FrameDescriptor.isFirst(word) == reassembly.isOpen() || FrameDescriptor.isVoid(word)) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a fragment out of place");
        }
        if (FrameDescriptor.isFirst(word)) {
            if (length < FrameDescriptor.RECORD_PREFIX_BYTES) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "a first fragment without the message's length");
            }
            int messageBytes = in.getIntLE(from);
            if (messageBytes < 0 || messageBytes > endpoint.config.messageMaxBytes()) {
                throw new ProtocolViolation(
                        CloseCause.OVERSIZED,
                        "a message of " + messageBytes + " bytes is above the bound of "
                                + endpoint.config.messageMaxBytes());
            }
            reassembly.begin(context().alloc(), messageBytes);
            from += FrameDescriptor.RECORD_PREFIX_BYTES;
            length -= FrameDescriptor.RECORD_PREFIX_BYTES;
        }
        if (length == 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a fragment without bytes, which could go on for ever");
        }
        int bytes = FrameDescriptor.recordBytes(word);
        reassembly.add(in, from, length, bytes);
        channel.onHeld(bytes);
        if (FrameDescriptor.isLast(word)) {
            HeldBytes whole = reassembly.finish(channel);
            channel.onWhole();
            try {
                deliver(whole, 0, whole.view().capacity());
            } finally {
                whole.release();
            }
        } else {
            channel.onFragment();
        }
    }

    private void deliver(HeldBytes held, int offset, int length) {
        receivedMessages++;
        HeldMessage next = message;
        next.wrap(held, offset, length);
        try {
            endpoint.inbound.onMessage(next);
        } catch (RuntimeException e) {
            next.release();
            onHandlerFailed(e);
        }
        if (!next.isReleased()) {
            message = new HeldMessage();
        }
    }

    private void onControl(ByteBuf in, int index, int length) {
        endpoint.receivedBytes.addAndGet(length);
        int end = index + length;
        int from = index + FrameDescriptor.CONTROL_HEADER_BYTES;
        counts.add(0, 0, length);
        ByteBuffer view = in.nioBuffer(from, end - from).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = from; at < end; ) {
            int word = recordWord(in, at, end);
            int bytes = FrameDescriptor.recordLength(word) - FrameDescriptor.RECORD_PREFIX_BYTES;
            if ((word & FrameDescriptor.RECORD_WHOLE) != FrameDescriptor.RECORD_WHOLE || bytes < 0) {
                throw new ProtocolViolation(CloseCause.GARBAGE, "a control message in fragments or without a target");
            }
            if (!FrameDescriptor.isVoid(word)) {
                int task = in.getIntLE(at + FrameDescriptor.RECORD_HEADER_BYTES);
                int offset = at - from + FrameDescriptor.RECORD_HEADER_BYTES + FrameDescriptor.RECORD_PREFIX_BYTES;
                deliverControl(task, view, offset, bytes);
            }
            at += FrameDescriptor.recordBytes(word);
        }
    }

    private void deliverControl(int task, ByteBuffer view, int offset, int length) {
        receivedMessages++;
        counts.add(1, 1, 0);
        endpoint.receivedControls.incrementAndGet();
        try {
            endpoint.inbound.onControl(task, view, offset, length);
        } catch (RuntimeException e) {
            onHandlerFailed(e);
        }
    }

    private void onHandlerFailed(RuntimeException failure) {
        endpoint.drops.add(DropCause.HANDLER_FAILED, 1);
        if (!handlerFailed) {
            handlerFailed = true;
            LOG.error(
                    "the inbound handler threw on a message of worker {}; further ones of this connection are only counted",
                    hello.sender(),
                    failure);
        }
    }

    private void onLimited(ByteBuf in, int index, int length) {
        int entries = length - FrameDescriptor.HEADER_BYTES;
        if (entries % FrameDescriptor.LIMITED_ENTRY_BYTES != 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a LIMITED of " + length + " bytes");
        }
        for (int at = index + FrameDescriptor.HEADER_BYTES;
                at < index + length;
                at += FrameDescriptor.LIMITED_ENTRY_BYTES) {
            channel(in.getIntLE(at))
                    .onLimited(
                            in.getLongLE(at + FrameDescriptor.LIMITED_POSITION_OFFSET),
                            in.getIntLE(at + FrameDescriptor.LIMITED_CREDIT_OFFSET));
        }
    }

    // ---- credit ----

    /** Any thread: this channel may have something to grant. */
    void queueGrant(InboundChannel channel) {
        grants.offer(channel);
        // Within a read on this loop, the end of the read pumps.
        if (!(channel().eventLoop().inEventLoop() && isReading()) && woken.compareAndSet(false, true)) {
            wakeLater();
        }
    }

    /** Event loop: there was no memory for this channel's grant. */
    void retryGrant(InboundChannel channel) {
        if (!retries.contains(channel)) {
            retries.add(channel);
        }
    }

    private void onWake() {
        woken.set(false);
        pump();
    }

    private void wakeLater() {
        try {
            channel().eventLoop().execute(this::onWake);
        } catch (RejectedExecutionException e) {
            LOG.debug("credit given back after the transport was closed");
        }
    }

    @Override
    long rttNanos() {
        return probe.minNanos();
    }

    @Override
    void onRoundTrip(long nowNanos, long rttNanos) {
        super.onRoundTrip(nowNanos, rttNanos);
        probe.sample(nowNanos, rttNanos);
    }

    /** Event loop: whether a sender that waited since then may have waited for credit that a probe withheld. */
    boolean probeDisturbed(long sinceNanos) {
        return probe.disturbed(sinceNanos);
    }

    @Override
    boolean wantsPing() {
        return probe.takePing(endpoint.clock.getAsLong());
    }

    @Override
    boolean hasWork() {
        return !grants.isEmpty() || !withheld.isEmpty();
    }

    @Override
    void fill(ByteBuf batch) {
        long now = endpoint.clock.getAsLong();
        boolean withhold = probe.withholds(now);
        if (!withhold) {
            withheld.forEach(grants::offer);
            withheld.clear();
        }
        int room = Math.min(batch.writableBytes(), endpoint.config.frameBytes()) - FrameDescriptor.CREDIT_HEADER_BYTES;
        int start = batch.writerIndex();
        header(batch, 0, FrameDescriptor.CREDIT);
        batch.writeLongLE(receivedMessages);
        boolean any = false;
        InboundChannel channel;
        while (room >= FrameDescriptor.CREDIT_ENTRY_BYTES && (channel = grants.poll()) != null) {
            if (channel.takeGrant(now, rttNanos(), withhold)) {
                any = true;
                room -= FrameDescriptor.CREDIT_ENTRY_BYTES;
                batch.writeIntLE(channel.id())
                        .writeIntLE(0)
                        .writeLongLE(channel.consumed())
                        .writeLongLE(channel.limit());
            } else if (withhold) {
                withheld.add(channel);
            }
        }
        if (any) {
            batch.setIntLE(start + FrameDescriptor.LENGTH_OFFSET, batch.writerIndex() - start);
        } else {
            batch.writerIndex(start);
        }
    }

    @Override
    void onWritten(int bytes) {
        // Credits and pongs are not counted as traffic.
    }

    @Override
    long receivedMessages() {
        return receivedMessages;
    }

    @Override
    void onConfirmed(long messages) {
        if (messages != 0) {
            throw new ProtocolViolation(CloseCause.GARBAGE, "a receiver sends no messages that could be confirmed");
        }
    }

    @Override
    void onTick(long nowNanos) {
        // Grants are made when something is released; only one that waits for others' memory is tried now and then.
        retries.forEach(grants::offer);
        retries.clear();
    }

    @Override
    void onGone(CloseCause cause, String detail) {
        boolean wasAccepted = wasEstablished();
        admission.leave(this);
        endpoint.closes.add(cause, 1);
        if (wasAccepted) {
            endpoint.established.decrementAndGet();
            LOG.info("worker {} epoch {} is disconnected: {}", hello.sender(), hello.epoch(), detail);
        } else {
            sayRefused(cause, detail);
        }
        long cut = 0;
        for (InboundChannel channel : channels.values()) {
            cut += channel.abandon() ? 1 : 0;
        }
        endpoint.drops.add(DropCause.INCOMPLETE, cut);
    }

    /** Once per cause and host, because whoever is refused tries again, and a flood must not fill the log. */
    private void sayRefused(CloseCause cause, String detail) {
        boolean harmless = cause == CloseCause.CLOSED || cause == CloseCause.REMOTE_CLOSED;
        if (!harmless
                && endpoint.refusalLog.isNews(
                        reason == null ? cause : reason, channel().remoteAddress())) {
            LOG.warn("refused {}: {}", channel().remoteAddress(), detail);
        } else {
            LOG.debug("refused {}: {}", channel().remoteAddress(), detail);
        }
    }
}
