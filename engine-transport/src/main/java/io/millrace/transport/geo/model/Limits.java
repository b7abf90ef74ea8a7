package io.millrace.transport.geo.model;

import java.util.stream.IntStream;

/**
 * What a choice must keep.
 *
 * @param objective what is best among the settings that keep the limits
 * @param maxDelaySeconds that 99 of 100 events may take, above 0
 * @param maxUtilisation of encoding cores and routes, above 0 and below 1
 * @param maxCpuShare of the encoding cores, above 0, at most 1
 * @param maxMoneyPerSecond positive infinity for no limit
 * @param maxBatchBytes of events in a batch, at least 1
 */
public record Limits(
        Objective objective,
        double maxDelaySeconds,
        double maxUtilisation,
        double maxCpuShare,
        double maxMoneyPerSecond,
        int maxBatchBytes) {

    /** What a choice is for. */
    public enum Objective {
        /** The mean event arrives as early as possible. */
        LATENCY,
        /** As many events per second as possible could be sent. */
        RATE,
        /** As little money as possible is spent. */
        COST
    }

    /** Above this a queue grows with every burst. */
    public static final double MAX_UTILISATION = 0.9;

    /** Why a setting is refused, by percent: said for hundreds of settings a second. */
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

    /** Returns the same for any amount of money. */
    Limits withoutBudget() {
        return withMaxMoneyPerSecond(Double.POSITIVE_INFINITY);
    }

    /** Returns the same with another bound of what is spent. */
    public Limits withMaxMoneyPerSecond(double most) {
        return new Limits(objective, maxDelaySeconds, maxUtilisation, maxCpuShare, most, maxBatchBytes);
    }

    /** Returns the same for another objective. */
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
