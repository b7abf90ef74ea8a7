// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.util.Locale;

/** What the paper on TurboStream measures in several places, at its rates. */
enum Load {
    WORDCOUNT(Shape.WORDCOUNT, 10_000),
    SOL(Shape.SOL, 5_000);

    private final Shape shape;
    private final long rate;

    Load(Shape shape, long rate) {
        this.shape = shape;
        this.rate = rate;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Workload in(Place place, Scale scale) {
        return new Workload(shape, rate, place.workers(), Promise.atMostOnce(), scale.warmUpSeconds(), scale.seconds());
    }
}
