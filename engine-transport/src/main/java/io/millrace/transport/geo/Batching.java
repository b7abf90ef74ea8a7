// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.Setting;

/**
 * How a sender makes batches: by one setting, or by those that an oracle chooses again and again. Used on the sender's
 * thread.
 */
final class Batching {

    /**
     * The setting before the first decision: the events that one turn of the source's thread offers make a batch. A
     * lone event goes at once, and a flood of events is not a flood of batches.
     */
    private static final Setting FIRST = new Setting(64, 1, false);

    private static final double NANOS = 1e9;

    /** Null if the setting never changes. */
    private final BatchOracle oracle;

    private Setting setting;

    /** The number of events with which a batch is closed at once; natural batches have no such number. */
    private int mostEvents;

    private long closeNanos;
    private ChannelInputs inputs;

    private Batching(BatchOracle oracle, Setting first, long closeNanos) {
        this.oracle = oracle;
        set(first, closeNanos);
    }

    static Batching by(BatchOracle oracle) {
        return new Batching(oracle, FIRST, 0);
    }

    static Batching fixed(Setting setting, long closeNanos) {
        return new Batching(null, setting, closeNanos);
    }

    private void set(Setting next, long close) {
        setting = next;
        mostEvents = isNatural() ? Integer.MAX_VALUE : next.batchEvents();
        closeNanos = close;
    }

    private boolean isNatural() {
        return oracle != null && oracle.isNatural();
    }

    Setting setting() {
        return setting;
    }

    int mostEvents() {
        return mostEvents;
    }

    /** The time for which the oldest event may wait until its batch is closed although it is not full. */
    long closeNanos() {
        return closeNanos;
    }

    /** A batch was closed, with so many events. */
    void closed(int events) {
        if (oracle != null) {
            oracle.closed(events);
        }
    }

    /** Whether decisions are made at all. */
    boolean decides() {
        return oracle != null;
    }

    boolean isDue(long nowNanos, double eventsPerSecond, boolean heldBack) {
        return oracle != null && oracle.isDue(nowNanos, eventsPerSecond, heldBack);
    }

    /** Makes a choice, which has no effect before {@link #useChoice}. */
    void choose(long nowNanos, ChannelInputs next, boolean heldBack) {
        inputs = next;
        oracle.decide(nowNanos, next, heldBack);
    }

    /**
     * Makes batches by the last choice from now on.
     *
     * @param compares whether a route is tried: then batches are no smaller than before. Otherwise the trial would
     *     compare sizes of batches, and the bytes of their heads
     */
    void useChoice(boolean compares) {
        Choice choice = oracle.choice();
        Setting next = choice.setting();
        if (compares && !isNatural() && next.batchEvents() < setting.batchEvents()) {
            next = new Setting(setting.batchEvents(), next.routes(), next.compressed());
        }
        set(next, (long) (choice.closeSeconds() * NANOS));
    }

    /** Sets the limits that choices keep from now on. */
    void limits(Limits limits) {
        if (oracle != null) {
            oracle.limits(limits);
        }
    }

    /** The inputs of the last choice; null before the first. */
    ChannelInputs inputs() {
        return inputs;
    }

    /** The last choice; null before the first. */
    Choice choice() {
        return oracle == null ? null : oracle.choice();
    }

    /** Whether the last choice keeps the limits, or there was none. */
    boolean isAdmitted() {
        return choice() == null || choice().admitted();
    }
}
