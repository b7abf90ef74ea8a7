// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.List;

/**
 * Chooses the size of batches, the number of routes and the compression of one channel, again and again: each 10 s
 * while the measurements stay the same, down to each 100 ms while they vary, and when the source's rate has varied. A
 * setting is left only for one that is better by more than 5 %, or when it does not keep the limits any more. While the
 * source is held back, its rate is not known: then the objective is the rate. With natural batches it takes their size
 * as it was measured, and chooses the rest. Used by one thread; the time comes with each call.
 */
public final class BatchOracle {

    static final long MIN_INTERVAL_NANOS = 100_000_000L;
    static final long MAX_INTERVAL_NANOS = 10_000_000_000L;

    /** The relative change from which on an input counts as varied. */
    private static final double VARIED = 0.1;

    private static final double WORTH_A_CHANGE = 0.05;

    private static final double AS_MUCH = 0.01;

    /** The weight of the last batch in the mean number of events of natural batches. */
    private static final double BATCH_WEIGHT = 1.0 / 64;

    private final BatchModel model;
    private double meanEvents = 1;
    private Limits limits;
    private ChannelInputs last;
    private boolean lastHeldBack;
    private Choice choice;

    /** The size of a batch that was best with each number of routes, without compression and then with it. */
    private int[] sizes = {};

    private long intervalNanos = MIN_INTERVAL_NANOS;
    private long decidedNanos;

    public BatchOracle(BatchModel model, Limits limits) {
        this.model = model;
        this.limits = limits;
    }

    /** Whether batches are natural. Then the size in the settings is the measured mean, and binds nobody. */
    public boolean isNatural() {
        return model.isNatural();
    }

    /** A batch was closed, with so many events. */
    public void closed(int events) {
        meanEvents += BATCH_WEIGHT * (events - meanEvents);
    }

    /** Sets other limits, and decides anew at the next call of {@link #isDue(long)}. */
    public void limits(Limits next) {
        limits = next;
        choice = null;
    }

    /** Whether a decision is due. */
    public boolean isDue(long nowNanos) {
        return choice == null || nowNanos - decidedNanos >= intervalNanos;
    }

    /**
     * Whether a decision is due, or the rate of the source or whether it is held back has varied since the last one.
     */
    public boolean isDue(long nowNanos, double eventsPerSecond, boolean heldBack) {
        return isDue(nowNanos)
                || nowNanos - decidedNanos >= MIN_INTERVAL_NANOS
                        && (heldBack != lastHeldBack || differs(last.eventsPerSecond(), eventsPerSecond));
    }

    /** The last choice; null before the first. */
    public Choice choice() {
        return choice;
    }

    /** Decides anew, due or not, for a source that is not held back. */
    public Choice decide(long nowNanos, ChannelInputs inputs) {
        return decide(nowNanos, inputs, false);
    }

    /**
     * Decides anew, due or not.
     *
     * @param heldBack whether more was offered than was taken
     */
    public Choice decide(long nowNanos, ChannelInputs inputs, boolean heldBack) {
        if (last != null) {
            intervalNanos = hasVaried(last, inputs)
                    ? Math.max(MIN_INTERVAL_NANOS, intervalNanos / 4)
                    : Math.min(MAX_INTERVAL_NANOS, intervalNanos * 2);
        }
        Limits kept = heldBack && limits.objective() == Limits.Objective.LATENCY
                ? limits.withObjective(Limits.Objective.RATE)
                : limits;
        SettingSearch search = new SettingSearch(model, inputs, kept);
        List<Candidate> best = isNatural() ? search.each(batchEvents()) : search.bestOfEach(sizes);
        sizes = best.stream()
                .mapToInt(candidate -> candidate.setting().batchEvents())
                .toArray();
        Candidate chosen = Candidate.best(best, kept);
        if (choice != null && search.has(present(choice.setting()))) {
            Candidate present = search.look(present(choice.setting()));
            if (present.refusal().isEmpty() && chosen.value(kept) > present.value(kept) * (1 - WORTH_A_CHANGE)) {
                chosen = present;
            }
        }
        if (heldBack && !isNatural()) {
            chosen = smallest(search, chosen);
        }
        last = inputs;
        lastHeldBack = heldBack;
        decidedNanos = nowNanos;
        choice = choiceOf(chosen, best, kept, heldBack);
        return choice;
    }

    private int batchEvents() {
        return (int) Math.max(1, Math.round(meanEvents));
    }

    /** Returns a setting of an earlier choice with the present size of batches. */
    private Setting present(Setting earlier) {
        return isNatural() ? new Setting(batchEvents(), earlier.routes(), earlier.compressed()) : earlier;
    }

    /**
     * Returns the smallest batches that carry nearly as much: larger ones take memory, and make the rate of a route
     * hard to compare.
     */
    private static Candidate smallest(SettingSearch search, Candidate best) {
        Candidate smallest = best;
        Setting setting = best.setting();
        for (int events = setting.batchEvents() / 2; events >= 1; events /= 2) {
            Candidate next = search.look(new Setting(events, setting.routes(), setting.compressed()));
            if (next.prediction().utilisation() > best.prediction().utilisation() * (1 + AS_MUCH)) {
                break;
            }
            smallest = next;
        }
        return smallest;
    }

    private Choice choiceOf(Candidate chosen, List<Candidate> best, Limits limits, boolean heldBack) {
        Prediction prediction = chosen.prediction();
        // Batches that are closed early do not make an overloaded channel faster, but lower its capacity
        boolean overloaded = heldBack || prediction.utilisation() > limits.maxUtilisation();
        double close =
                overloaded ? limits.maxDelaySeconds() : Math.max(0, limits.maxDelaySeconds() - prediction.afterFill());
        return new Choice(
                chosen.setting(),
                prediction.within(limits.maxMoneyPerSecond()),
                isNatural() ? 0 : close,
                chosen.refusal().isEmpty(),
                () -> reason(chosen, best, limits, heldBack));
    }

    private static String reason(Candidate chosen, List<Candidate> best, Limits limits, boolean heldBack) {
        Setting setting = chosen.setting();
        StringBuilder text = new StringBuilder(chosen.describe());
        if (heldBack) {
            text.append(", while more is offered than is taken");
        }
        if (!chosen.refusal().isEmpty()) {
            text.append(", although ").append(chosen.refusal()).append(": nothing keeps the limits");
        }
        best.stream()
                .filter(other -> other.setting().routes() != setting.routes()
                        || other.setting().compressed() != setting.compressed())
                .reduce((one, other) -> other.isBetterThan(one, limits) ? other : one)
                .ifPresent(other -> text.append("; next ").append(other.brief()));
        return text.toString();
    }

    private static boolean hasVaried(ChannelInputs before, ChannelInputs now) {
        if (before.routes().size() != now.routes().size()
                || differs(before.eventsPerSecond(), now.eventsPerSecond())
                || differs(before.eventBytes(), now.eventBytes())) {
            return true;
        }
        for (int i = 0; i < now.routes().size(); i++) {
            RouteInputs one = before.routes().get(i);
            RouteInputs other = now.routes().get(i);
            if (differs(one.bytesPerSecond(), other.bytesPerSecond())
                    || differs(one.delaySeconds(), other.delaySeconds())) {
                return true;
            }
        }
        return false;
    }

    private static boolean differs(double before, double now) {
        return Math.abs(now - before) > VARIED * Math.max(before, now);
    }
}
