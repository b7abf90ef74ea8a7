// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.stream.IntStream;

/**
 * The limits that a choice must keep.
 *
 * @param objective the objective among the settings that keep the limits
 * @param maxDelaySeconds the bound of the latency of 99 of 100 events, above 0
 * @param maxUtilisation the bound of the utilisation of encoding cores and routes, above 0 and below 1
 * @param maxCpuShare the share of the encoding cores that may be used, above 0, at most 1
 * @param maxMoneyPerSecond the money that may be spent per second, positive infinity for no limit
 * @param maxBatchBytes the most bytes of events in a batch, at least 1
 */
public record Limits(
        Objective objective,
        double maxDelaySeconds,
        double maxUtilisation,
        double maxCpuShare,
        double maxMoneyPerSecond,
        int maxBatchBytes) {

    /** The objective of a choice. */
    public enum Objective {
        /** The latency of the mean event is minimised. */
        LATENCY,
        /** The number of events per second that could be sent is maximised. */
        RATE,
        /** The money spent is minimised. */
        COST
    }

    /** The utilisation above which a queue grows with every burst. */
    public static final double MAX_UTILISATION = 0.9;

    /** The texts of refusals, by percent: made once, as hundreds of settings a second are refused. */
    static final String[] OVER_CAPACITY = percents("capacity");

    static final String[] OVER_CPU = percents("processor");

    private static String[] percents(String of) {
        return IntStream.rangeClosed(0, 100)
                .mapToObj(percent -> "more than " + percent + " % of the " + of)
                .toArray(String[]::new);
    }

    public Limits {
        Inputs.positive("maxDelaySeconds", maxDelaySeconds);
        if (!(maxUtilisation > 0 && maxUtilisation < 1)) {
            throw new IllegalArgumentException(
                    "maxUtilisation is " + maxUtilisation + ": it must be above 0 and below 1");
        }
        if (!(maxCpuShare > 0 && maxCpuShare <= 1)) {
            throw new IllegalArgumentException("maxCpuShare is " + maxCpuShare + ": it must be above 0 and at most 1");
        }
        if (!(maxMoneyPerSecond >= 0)) {
            throw new IllegalArgumentException("maxMoneyPerSecond is " + maxMoneyPerSecond + ": it must be at least 0");
        }
        Inputs.atLeast("maxBatchBytes", maxBatchBytes, 1);
    }

    /** Returns these limits without a bound of the money. */
    Limits withoutBudget() {
        return withMaxMoneyPerSecond(Double.POSITIVE_INFINITY);
    }

    /** Returns these limits with another bound of the money spent. */
    public Limits withMaxMoneyPerSecond(double most) {
        return new Limits(objective, maxDelaySeconds, maxUtilisation, maxCpuShare, most, maxBatchBytes);
    }

    /** Returns these limits with another objective. */
    Limits withObjective(Objective other) {
        return new Limits(other, maxDelaySeconds, maxUtilisation, maxCpuShare, maxMoneyPerSecond, maxBatchBytes);
    }

    /** Returns limits of delay and processor only, for the lowest latency. */
    public static Limits latency(double maxDelaySeconds, double maxCpuShare, int maxBatchBytes) {
        return new Limits(
                Objective.LATENCY,
                maxDelaySeconds,
                MAX_UTILISATION,
                maxCpuShare,
                Double.POSITIVE_INFINITY,
                maxBatchBytes);
    }
}
