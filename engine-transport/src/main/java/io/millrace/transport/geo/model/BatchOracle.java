package io.millrace.transport.geo.model;

import java.util.Comparator;
import java.util.List;

/**
 * Chooses the size of batches, the number of routes and the compression of one channel, again and again: each 10 s while
 * what is measured stays the same, down to each 100 ms while it varies, and when the source's rate has varied. A setting is left only for one that is better by
 * more than 5 %, or when it does not keep the limits any more. One thread; the time is handed in.
 */
public final class BatchOracle {

    static final long MIN_INTERVAL_NANOS = 100_000_000L;
    static final long MAX_INTERVAL_NANOS = 10_000_000_000L;

    /** By how much an input differs when it has varied. */
    private static final double VARIED = 0.1;

    private static final double WORTH_A_CHANGE = 0.05;

    private final BatchModel model;
    private Limits limits;
    private ChannelInputs last;
    private Choice choice;
    private long intervalNanos = MIN_INTERVAL_NANOS;
    private long decidedNanos;

    public BatchOracle(BatchModel model, Limits limits) {
        this.model = model;
        this.limits = limits;
    }

    /** Sets other limits, and decides anew at the next question. */
    public void limits(Limits next) {
        limits = next;
        choice = null;
    }

    /** Whether a decision is due. */
    public boolean isDue(long nowNanos) {
        return choice == null || nowNanos - decidedNanos >= intervalNanos;
    }

    /** Whether a decision is due, or the rate of the source has varied since the last one. */
    public boolean isDue(long nowNanos, double eventsPerSecond) {
        return isDue(nowNanos)
                || nowNanos - decidedNanos >= MIN_INTERVAL_NANOS && differs(last.eventsPerSecond(), eventsPerSecond);
    }

    /** The last choice; null before the first. */
    public Choice choice() {
        return choice;
    }

    /** Decides anew, due or not. */
    public Choice decide(long nowNanos, ChannelInputs inputs) {
        if (last != null) {
            intervalNanos = hasVaried(last, inputs)
                    ? Math.max(MIN_INTERVAL_NANOS, intervalNanos / 4)
                    : Math.min(MAX_INTERVAL_NANOS, intervalNanos * 2);
        }
        SettingSearch search = new SettingSearch(model, inputs, limits);
        List<Candidate> best = search.bestOfEach();
        Candidate chosen = best.stream().min(this::compare).orElseThrow();
        if (choice != null && search.has(choice.setting())) {
            Candidate present = search.look(choice.setting());
            if (present.refusal().isEmpty() && chosen.value(limits) > present.value(limits) * (1 - WORTH_A_CHANGE)) {
                chosen = present;
            }
        }
        last = inputs;
        decidedNanos = nowNanos;
        choice = choiceOf(chosen, best);
        return choice;
    }

    private int compare(Candidate one, Candidate other) {
        if (one.isBetterThan(other, limits)) {
            return -1;
        }
        return other.isBetterThan(one, limits) ? 1 : 0;
    }

    private Choice choiceOf(Candidate chosen, List<Candidate> best) {
        Prediction prediction = chosen.prediction();
        double close = Math.max(0, limits.maxDelaySeconds() - prediction.afterFill());
        return new Choice(chosen.setting(), prediction, close, chosen.refusal().isEmpty(), reason(chosen, best));
    }

    private String reason(Candidate chosen, List<Candidate> best) {
        Setting setting = chosen.setting();
        StringBuilder text = new StringBuilder(chosen.describe());
        if (!chosen.refusal().isEmpty()) {
            text.append(", although ").append(chosen.refusal()).append(": nothing keeps the limits");
        }
        best.stream()
                .filter(other -> other.setting().routes() != setting.routes()
                        || other.setting().compressed() != setting.compressed())
                .min(Comparator.comparing((Candidate other) -> !other.refusal().isEmpty())
                        .thenComparing(this::compare))
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
