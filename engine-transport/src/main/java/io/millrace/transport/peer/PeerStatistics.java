package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.CauseCounts;
import io.millrace.transport.flow.OutboundChannel;
import io.millrace.transport.flow.SendBuffers;
import io.millrace.transport.flow.SenderCounts;

/** The numbers of one peer: written on its event loop, read by any thread. */
final class PeerStatistics {

    volatile boolean connected;
    volatile String lastFailure = "";
    volatile long dials;
    final CauseCounts<DropCause> drops = new CauseCounts<>(DropCause.class);
    final CauseCounts<RefusalCause> refusals = new CauseCounts<>(RefusalCause.class);
    final CauseCounts<CloseCause> closes = new CauseCounts<>(CloseCause.class);

    private volatile long connections;
    private volatile long sentMessages;
    private volatile long sentControls;
    private volatile long sentBytes;
    private volatile long flushes;
    private volatile long largestBatch;
    private volatile long rttNanos;
    private volatile long lastRttNanos;
    private volatile long frames;
    private volatile long lingers;

    private volatile long connectedNanos;
    private volatile long limitedNanos;
    private volatile long accountedAt;
    private volatile long apartNanos;
    private long apartSince;
    private volatile boolean limited;

    void onStart(long nowNanos) {
        apartSince = nowNanos;
    }

    void onConnected(long nowNanos) {
        connections++;
        apartNanos = 0;
        accountedAt = nowNanos;
        limited = false;
        connected = true;
    }

    void onDisconnected(long nowNanos) {
        account(nowNanos);
        apartSince = nowNanos;
        limited = false;
        connected = false;
        rttNanos = 0;
        lastRttNanos = 0;
    }

    long connections() {
        return connections;
    }

    long flushes() {
        return flushes;
    }

    long sentBytes() {
        return sentBytes;
    }

    void onBatch(int bytes, long framesSoFar, long messages, long controls, long lingersSoFar) {
        frames = framesSoFar;
        lingers = lingersSoFar;
        flushes++;
        sentBytes += bytes;
        sentMessages = messages;
        sentControls = controls;
        largestBatch = Math.max(largestBatch, bytes);
    }

    void onLimited(long nowNanos, boolean nowLimited) {
        if (limited != nowLimited) {
            account(nowNanos);
            limited = nowLimited;
        }
    }

    void onRoundTrip(long minNanos, long lastNanos) {
        if (connected) {
            rttNanos = minNanos;
            lastRttNanos = lastNanos;
        }
    }

    void onTick(long nowNanos, boolean nowLimited) {
        if (connected) {
            account(nowNanos);
            limited = nowLimited;
        } else {
            apartNanos = nowNanos - apartSince;
        }
    }

    private void account(long nowNanos) {
        long elapsed = nowNanos - accountedAt;
        accountedAt = nowNanos;
        connectedNanos += elapsed;
        if (limited) {
            limitedNanos += elapsed;
        }
    }

    PeerCounters snapshot(SendBuffers buffers, SenderCounts.Counts received) {
        long window = 0;
        long inFlight = 0;
        long queued = buffers.queuedControlBytes();
        for (OutboundChannel channel : buffers.channels().slots()) {
            if (channel != null) {
                window += channel.windowBytes();
                inFlight += channel.inFlightBytes();
                queued += channel.buffer.queuedBytes();
            }
        }
        return new PeerCounters(
                connected,
                rttNanos,
                lastRttNanos,
                received.clockOffsetNanos(),
                received.clockErrorNanos(),
                window,
                inFlight,
                queued,
                limitedNanos,
                connectedNanos,
                apartNanos,
                sentMessages,
                sentControls,
                sentBytes,
                received.messages(),
                received.controls(),
                received.bytes(),
                received.untimed(),
                buffers.refusedOffers(),
                flushes,
                frames,
                largestBatch,
                lingers,
                dials,
                connections,
                lastFailure,
                drops.snapshot(),
                refusals.snapshot(),
                closes.snapshot());
    }
}
