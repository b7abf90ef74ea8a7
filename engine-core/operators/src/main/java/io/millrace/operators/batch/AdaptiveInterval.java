package io.millrace.operators.batch;

/**
 * The time for which a batch waits, chosen from the processing times of earlier ones: the fixed-point iteration of Das, Zhong, Stoica and Shenker,
 * "Adaptive Stream Processing using Dynamic Batch Sizing", SoCC 2014. With x the interval and p(x) the time that a batch of it takes:
 *
 * <ul>
 *   <li>x becomes p(x) / ρ, so that calls take the share ρ of the time;
 *   <li>unless the larger of the last two intervals had the larger p / x, and the last one missed (p &gt; ρ x): longer intervals make it worse then, and x
 *       becomes (1 - r) times the smaller of the two;
 *   <li>it is bounded by 0 and the goal less the 99th percentile of p, as a tuple waits for at most x and is in a call for p;
 *   <li>it is 0 where at most one tuple comes in the time p, because single tuples keep up then.
 * </ul>
 *
 * <p>p is the median of the batches of a period: a pause makes one of them long and begins another late, and would move their mean. Pure: all times are handed in. Confined to the
 * task's thread; allocates only when it is made.
 */
final class AdaptiveInterval {

    /** The share of the time that calls are to take. */
    static final double LOAD = 0.8;

    /** By how much x is reduced if longer intervals make it worse. */
    static final double REDUCTION = 0.25;

    /** Of a period, which ends with a batch. */
    static final long PERIOD_NANOS = 10_000_000;

    private final long goalNanos;
    private final RecentTimes recent = new RecentTimes();

    // The interval, and that of the period before, with the time that a batch took
    private double interval;
    private double earlierInterval;
    private double earlierTime;

    // The period that goes on
    private boolean begun;
    private long begunAt;
    private long tuples;
    private final RecentTimes times = new RecentTimes();

    /** @param goalNanos most time from a tuple's intended time to the end of its call */
    AdaptiveInterval(long goalNanos) {
        this.goalNanos = goalNanos;
    }

    /** Returns x. */
    long nanos() {
        return (long) interval;
    }

    /**
     * A batch was executed.
     *
     * @param size its tuples
     * @param lateNanos how long after its interval the call began, because the task did not keep up. It counts as processing: else x would stay short where
     *     the task needs most of its time to take tuples in, or what is in front of it holds too few for large batches
     * @param from when its call began
     * @param to when it ended
     */
    void executed(int size, long lateNanos, long from, long to) {
        if (!begun) {
            begun = true;
            begunAt = from;
        }
        tuples += size;
        times.add(to - from + lateNanos);
        recent.add(to - from);
        long elapsed = to - begunAt;
        if (elapsed >= PERIOD_NANOS) {
            choose(times.percentile(50), (double) tuples / elapsed);
            begunAt = to;
            tuples = 0;
            times.clear();
        }
    }

    /** @param rate tuples per nanosecond */
    private void choose(double time, double rate) {
        double next = isWorseIfLonger(time) ? (1 - REDUCTION) * Math.min(interval, earlierInterval) : time / LOAD;
        next = Math.max(0, Math.min(next, goalNanos - recent.percentile(99)));
        earlierInterval = interval;
        earlierTime = time;
        interval = rate * time <= 1 ? 0 : next;
    }

    private boolean isWorseIfLonger(double time) {
        boolean missed = time > LOAD * interval;
        // p / x of the longer interval against that of the shorter one, without the division by an x of 0
        return missed && (interval - earlierInterval) * (time * earlierInterval - earlierTime * interval) > 0;
    }
}
