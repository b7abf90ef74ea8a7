// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.flow.CauseCounts;
import io.millrace.transport.flow.OutboundChannel;
import io.millrace.transport.flow.SendBuffers;
import io.millrace.transport.flow.SenderCounts;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/** The numbers of one peer: written on its event loop, read by any thread. */
final class PeerStatistics {

    volatile String lastFailure = "";
    final CauseCounts<DropCause> drops = new CauseCounts<>(DropCause.class);
    final CauseCounts<RefusalCause> refusals = new CauseCounts<>(RefusalCause.class);
    final CauseCounts<CloseCause> closes = new CauseCounts<>(CloseCause.class);

    private final AtomicLongArray values = new AtomicLongArray(PeerCounter.values().length);

    private volatile boolean connected;
    private long accountedAt;
    private long apartSince;
    private boolean limited;

    /** Only on the event loop. */
    void add(PeerCounter counter, long value) {
        set(counter, get(counter) + value);
    }

    long get(PeerCounter counter) {
        return values.get(counter.ordinal());
    }

    private void set(PeerCounter counter, long value) {
        values.set(counter.ordinal(), value);
    }

    boolean connected() {
        return connected;
    }

    void onStart(long nowNanos) {
        apartSince = nowNanos;
    }

    void onConnected(long nowNanos) {
        add(PeerCounter.CONNECTIONS, 1);
        set(PeerCounter.APART_NANOS, 0);
        accountedAt = nowNanos;
        limited = false;
        connected = true;
    }

    void onDisconnected(long nowNanos) {
        account(nowNanos);
        apartSince = nowNanos;
        limited = false;
        connected = false;
        set(PeerCounter.RTT_NANOS, 0);
        set(PeerCounter.LAST_RTT_NANOS, 0);
    }

    /** @param messages without {@code controls}, which go by the priority lane */
    void onBatch(int bytes, long messages, long controls, long lingersSoFar) {
        set(PeerCounter.LINGERS, lingersSoFar);
        add(PeerCounter.WRITES, 1);
        add(PeerCounter.SENT_BYTES, bytes);
        set(PeerCounter.SENT_MESSAGES, messages + controls);
        set(PeerCounter.SENT_CONTROLS, controls);
        set(PeerCounter.LARGEST_WRITE_BYTES, Math.max(get(PeerCounter.LARGEST_WRITE_BYTES), bytes));
    }

    void onLimited(long nowNanos, boolean nowLimited) {
        if (limited != nowLimited) {
            account(nowNanos);
            limited = nowLimited;
        }
    }

    void onRoundTrip(long minNanos, long lastNanos) {
        if (connected) {
            set(PeerCounter.RTT_NANOS, minNanos);
            set(PeerCounter.LAST_RTT_NANOS, lastNanos);
        }
    }

    void onTick(long nowNanos, boolean nowLimited) {
        if (connected) {
            account(nowNanos);
            limited = nowLimited;
        } else {
            set(PeerCounter.APART_NANOS, nowNanos - apartSince);
        }
    }

    private void account(long nowNanos) {
        long elapsed = nowNanos - accountedAt;
        accountedAt = nowNanos;
        add(PeerCounter.CONNECTED_NANOS, elapsed);
        if (limited) {
            add(PeerCounter.CREDIT_LIMITED_NANOS, elapsed);
        }
    }

    PeerCounters snapshot(SendBuffers buffers, SenderCounts.Counts received) {
        long window = 0;
        long inFlight = 0;
        long queued = buffers.queuedControlBytes();
        for (OutboundChannel channel : buffers.channels()) {
            window += channel.windowBytes();
            inFlight += channel.inFlightBytes();
            queued += channel.buffer.queuedBytes();
        }
        long[] all = new long[values.length()];
        Arrays.setAll(all, values::get);
        all[PeerCounter.CONNECTED.ordinal()] = connected ? 1 : 0;
        all[PeerCounter.CLOCK_OFFSET_NANOS.ordinal()] = received.clockOffsetNanos();
        all[PeerCounter.CLOCK_ERROR_NANOS.ordinal()] = received.clockErrorNanos();
        all[PeerCounter.WINDOW_BYTES.ordinal()] = window;
        all[PeerCounter.IN_FLIGHT_BYTES.ordinal()] = inFlight;
        all[PeerCounter.QUEUED_BYTES.ordinal()] = queued;
        all[PeerCounter.RECEIVED_MESSAGES.ordinal()] = received.messages();
        all[PeerCounter.RECEIVED_CONTROLS.ordinal()] = received.controls();
        all[PeerCounter.RECEIVED_BYTES.ordinal()] = received.bytes();
        all[PeerCounter.UNTIMED_MESSAGES.ordinal()] = received.untimed();
        all[PeerCounter.REFUSED_OFFERS.ordinal()] = buffers.refusedOffers();
        return new PeerCounters(all, lastFailure, drops.snapshot(), refusals.snapshot(), closes.snapshot());
    }
}
