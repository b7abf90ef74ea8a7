package io.millrace.benchmarks.stages;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.util.Locale;

/**
 * One run.
 *
 * @param rate tuples per second of both sources
 */
record Cell(Shape shape, Place place, int rate) {

    Workload workload(int warmUpSeconds, int seconds) {
        return new Workload(shape, rate, place.workers, Promise.atMostOnce(), warmUpSeconds, seconds);
    }

    String name() {
        return shape.name().toLowerCase(Locale.ROOT) + " " + place.label + " " + rate + "/s";
    }

    String fileName() {
        return name().replace(' ', '-').replace("/s", "");
    }
}
