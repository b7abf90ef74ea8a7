// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.util.Map;

/**
 * One run.
 *
 * @param rate tuples per second of both sources
 */
record Cell(Shape shape, Place place, int rate) {

    Workload workload(int warmUpSeconds, int seconds) {
        return new Workload(shape, rate, place.workers, Promise.atMostOnce(), warmUpSeconds, seconds);
    }

    String workloadName() {
        return Plan.WORKLOADS.entrySet().stream()
                .filter(entry -> entry.getValue() == shape)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    String name() {
        return workloadName() + " " + place.label + " " + rate + "/s";
    }

    String fileName() {
        return name().replace(' ', '-').replace("/s", "");
    }
}
