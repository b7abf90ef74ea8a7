// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

/**
 * The time for which a batch waits, chosen from the processing times of earlier ones: the fixed-point iteration of Das,
 * Zhong, Stoica and Shenker, "Adaptive Stream Processing using Dynamic Batch Sizing", SoCC 2014. Let x be the interval
 * and p(x) the processing time of a batch of that interval:
 *
 * <ul>
 *   <li>x becomes p(x) / ρ, so that calls take the share ρ of the time;
 *   <li>unless the larger of the last two intervals had the larger p / x, and the last interval missed (p &gt; ρ x):
 *       longer intervals make it worse then, and x becomes (1 - r) times the smaller of the two;
 *   <li>it is bounded by 0 and the goal less the 99th percentile of p, as a tuple waits for at most x and is in a call
 *       for p;
 *   <li>it is 0 where at most one tuple comes in the time p, because single tuples keep up then.
 * </ul>
 *
 * <p>p is the median of the batches of a period: a pause makes one batch long and begins another late, and would move
 * the mean. Pure: all times come with the calls. Confined to the task's thread; allocates only when it is made.
 */
final class AdaptiveInterval {

    /** The share of the time that calls are to take. */
    static final double LOAD = 0.8;

    /** The part by which x is reduced if longer intervals make it worse. */
    static final double REDUCTION = 0.25;

    /** The length of a period, which ends with a batch. */
    static final long PERIOD_NANOS = 10_000_000;

    private final long goalNanos;
    private final RecentTimes recent = new RecentTimes();

    // The interval, and that of the period before, with the processing time of a batch
    private double interval;
    private double earlierInterval;
    private double earlierTime;

    // The state of the present period
    private boolean begun;
    private long begunAt;
    private long tuples;
    private final RecentTimes times = new RecentTimes();

    /** @param goalNanos the longest time from a tuple's intended time to the end of its call */
    AdaptiveInterval(long goalNanos) {
        this.goalNanos = goalNanos;
    }

    /** Returns the interval x. */
    long nanos() {
        return (long) interval;
    }

    /**
     * Takes the figures of an executed batch.
     *
     * @param size the number of its tuples
     * @param lateNanos the time by which the call began after its interval, because the task did not keep up. It counts
     *     as processing: otherwise x would stay short where the task needs most of its time to take tuples, or its
     *     inbox holds too few for large batches
     * @param from the time at which its call began
     * @param to the time at which its call ended
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

    /** @param rate the rate in tuples per nanosecond */
    private void choose(double time, double rate) {
        double next = isWorseIfLonger(time) ? (1 - REDUCTION) * Math.min(interval, earlierInterval) : time / LOAD;
        next = Math.max(0, Math.min(next, goalNanos - recent.percentile(99)));
        earlierInterval = interval;
        earlierTime = time;
        interval = rate * time <= 1 ? 0 : next;
    }

    private boolean isWorseIfLonger(double time) {
        boolean missed = time > LOAD * interval;
        // This compares p / x of the longer interval with that of the shorter one, without the division by an x of 0
        return missed && (interval - earlierInterval) * (time * earlierInterval - earlierTime * interval) > 0;
    }
}
