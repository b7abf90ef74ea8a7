package io.millrace.api.metrics;

/**
 * A setting of a channel between regions, and what the model expects of it.
 *
 * @param batchEvents tuples in a batch
 * @param routes how many are used
 * @param meanNanos latency of the mean tuple; -1 if the channel has not the capacity
 * @param p99Nanos latency of 99 of 100 tuples; -1 if the channel has not the capacity
 * @param utilisation of what is used most: 1 is full
 * @param cpuShare of an executor's thread that encoding takes
 * @param bytesPerSecond that leave the region
 * @param refusal which limit it does not keep; empty if it may be chosen
 * @param pareto whether no other one is both faster and cheaper
 * @param chosen whether it is the present setting
 */
public record ChannelAlternative(
        int batchEvents,
        int routes,
        boolean compressed,
        long meanNanos,
        long p99Nanos,
        double utilisation,
        double cpuShare,
        double bytesPerSecond,
        double moneyPerHour,
        String refusal,
        boolean pareto,
        boolean chosen) {}
