// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One run of a topology.
 *
 * @param rttMillis between the two hosts
 */
record Cell(Workload workload, double rttMillis) {

    /** The source is on one host and the sink on the other: every tuple crosses once. */
    static boolean isOneHop(Workload workload) {
        return workload.shape() == Shape.THROUGHPUT;
    }

    long oneWayNanos() {
        return (long) (rttMillis / 2 * TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** Tasks of each component. */
    static int tasks(Workload workload) {
        return isOneHop(workload) ? 1 : workload.tasks();
    }

    /** Tuples per second that the sinks get if none is late. */
    double expectedPerSecond() {
        return workload.rate() * workload.shape().fanOut();
    }

    static String name(Workload workload) {
        String shape = isOneHop(workload) ? "hop" : workload.shape().name().toLowerCase(Locale.ROOT);
        Promise promise = workload.promise();
        return shape
                + (promise.equals(Promise.atMostOnce()) ? "" : promise.acked() ? ", acked" : ", " + promise.name());
    }
}
