// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

import java.util.List;

/**
 * The measurements of a channel.
 *
 * @param eventsPerSecond the rate of the source, above 0
 * @param eventBytes the bytes of one event before compression, above 0
 * @param overheadBytes the bytes that the transport and the batch's head add to each batch
 * @param cores the cores that may encode at the same time, at least 1
 * @param plain the codec without compression
 * @param compressed the codec with compression; null if there is none
 * @param routes the routes in the order in which they are used: a setting with {@code c} routes uses the first {@code
 *     c}
 * @param reorderWaits the mean seconds that a batch waited for earlier ones with the first {@code c} routes, at index
 *     {@code c - 1}; NaN or missing for numbers of routes that were not tried
 */
public record ChannelInputs(
        double eventsPerSecond,
        double eventBytes,
        int overheadBytes,
        int cores,
        Codec plain,
        Codec compressed,
        List<RouteInputs> routes,
        List<Double> reorderWaits) {

    public ChannelInputs {
        Inputs.positive("eventsPerSecond", eventsPerSecond);
        Inputs.positive("eventBytes", eventBytes);
        Inputs.atLeast("overheadBytes", overheadBytes, 0);
        Inputs.atLeast("cores", cores, 1);
        routes = List.copyOf(routes);
        reorderWaits = List.copyOf(reorderWaits);
        if (routes.isEmpty()) {
            throw new IllegalArgumentException("there is no route: give at least one");
        }
    }

    /** Returns these inputs with another rate of the source. */
    public ChannelInputs withEventsPerSecond(double rate) {
        return new ChannelInputs(rate, eventBytes, overheadBytes, cores, plain, compressed, routes, reorderWaits);
    }

    /** Returns the codec of a setting. */
    Codec codec(Setting setting) {
        return setting.compressed() ? compressed : plain;
    }

    /** Returns the bytes per second of the first so many routes together. */
    double bytesPerSecond(int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += routes.get(i).bytesPerSecond();
        }
        return sum;
    }

    /** Returns the measured wait for order, or NaN. */
    double reorderWait(int count) {
        return count <= reorderWaits.size() ? reorderWaits.get(count - 1) : Double.NaN;
    }
}
