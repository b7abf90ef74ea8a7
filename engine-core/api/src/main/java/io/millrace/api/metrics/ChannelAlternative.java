// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

/**
 * A setting of a channel between regions, and the model's prediction for it.
 *
 * @param batchEvents tuples in a batch
 * @param routes the number of routes that are used
 * @param meanNanos latency of the mean tuple; -1 if the channel has not the capacity
 * @param p99Nanos latency of 99 of 100 tuples; -1 if the channel has not the capacity
 * @param utilisation the utilisation of the encoding cores or the routes, whichever is higher: 1 is full
 * @param cpuShare the share of an executor's thread that encoding takes
 * @param bytesPerSecond the bytes that leave the region
 * @param refusal the limit that it does not keep; empty if it may be chosen
 * @param pareto whether no other setting is both faster and cheaper
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
