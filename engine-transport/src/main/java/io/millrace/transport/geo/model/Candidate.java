// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.List;
import java.util.Locale;

/**
 * A setting that the oracle considers.
 *
 * @param refusal why it must not be chosen; empty if it may
 */
record Candidate(Setting setting, Prediction prediction, String refusal) {

    boolean isBetterThan(Candidate other, Limits limits) {
        if (other == null) {
            return true;
        }
        if (refusal.isEmpty() != other.refusal.isEmpty()) {
            return refusal.isEmpty();
        }
        return refusal.isEmpty() ? value(limits) < other.value(limits) : comesCloserThan(other, limits);
    }

    static Candidate best(List<Candidate> candidates, Limits limits) {
        Candidate best = null;
        for (Candidate candidate : candidates) {
            best = candidate.isBetterThan(best, limits) ? candidate : best;
        }
        return best;
    }

    /** The value that the objective minimises. Equal costs and rates leave the choice to the latency. */
    double value(Limits limits) {
        return switch (limits.objective()) {
            case LATENCY -> prediction.mean();
            case RATE -> prediction.utilisation() * (1 + 1e-6 * prediction.mean());
            case COST -> prediction.moneyPerSecond() * (1 + 1e-6 * prediction.mean()) + 1e-12 * prediction.mean();
        };
    }

    /**
     * Whether this candidate is closer to the limits. Others use money and processor too, so their bounds hold even
     * where the channel is overloaded.
     */
    private boolean comesCloserThan(Candidate other, Limits limits) {
        int kept = kept(limits);
        int keptByOther = other.kept(limits);
        if (kept != keptByOther) {
            return kept > keptByOther;
        }
        return switch (kept) {
            case 0 -> prediction.moneyPerSecond() < other.prediction.moneyPerSecond();
            case 3 -> prediction.p99() < other.prediction.p99();
            default -> prediction.utilisation() < other.prediction.utilisation();
        };
    }

    /** The number of limits that are kept before the first that is not, in the order money, processor, capacity. */
    private int kept(Limits limits) {
        if (prediction.moneyPerSecond() > limits.maxMoneyPerSecond()) {
            return 0;
        }
        if (prediction.cpuShare() > limits.maxCpuShare()) {
            return 1;
        }
        return prediction.utilisation() > limits.maxUtilisation() ? 2 : 3;
    }

    /** The latency in milliseconds, part by part. */
    String describe() {
        if (!Double.isFinite(prediction.mean())) {
            return setting + ": the latency has no bound, as more is offered than the routes carry";
        }
        Prediction.Parts parts = prediction.parts();
        return String.format(
                Locale.ROOT,
                "%s: %.2f ms (fill %.2f, queue %.2f, encoding %.2f, transfer %.2f, reorder %.2f, decoding %.2f)",
                setting,
                1e3 * prediction.mean(),
                1e3 * parts.fill(),
                1e3 * parts.queue(),
                1e3 * parts.encoding(),
                1e3 * parts.transfer(),
                1e3 * parts.reorder(),
                1e3 * parts.decoding());
    }

    /** The setting with its latency, or why it must not be chosen. */
    String brief() {
        if (!refusal.isEmpty()) {
            return setting + ": " + refusal;
        }
        return Double.isFinite(prediction.mean())
                ? String.format(Locale.ROOT, "%s: %.2f ms", setting, 1e3 * prediction.mean())
                : setting + ": the latency has no bound";
    }
}
