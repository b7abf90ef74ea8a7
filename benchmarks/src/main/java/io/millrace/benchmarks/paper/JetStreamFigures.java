// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.paper.PaperFigure.Source;
import java.util.List;

/** The figures of JetStream (Tudoran et al.), which the benchmark of channels between sites measures. */
final class JetStreamFigures {

    private static final String JETSTREAM = "JetStream, FGCS 2016";

    private static final String MEAN = "/target/paced/mean_ms";
    private static final String P50 = "/target/paced/p50_ms";
    private static final String P99 = "/target/paced/p99_ms";
    private static final String CARRIED = "/target/paced/per_second";
    private static final String MOST = "/target/flood/per_second";
    private static final String OWN_MODEL = "/source/prediction/millrace/";
    private static final String PUBLISHED_MODEL = "/source/prediction/jetstream/";

    private JetStreamFigures() {}

    static List<PaperFigure> all() {
        return List.of(
                batchSize(),
                order(),
                fixed("js-9", "Fig. 9", "static", "224 B"),
                larger(),
                copies(),
                varying(),
                routes(),
                replay());
    }

    private static PaperFigure batchSize() {
        return new GeoReading(
                "js-1",
                new Source(
                        JETSTREAM,
                        "Fig. 1 and 7",
                        "rate and latency over the size of batches, and a model that adds up what a batch waits for"),
                "Rate and latency over the size of batches",
                "batch-size",
                ReadTable.rows(
                        "most, events/s",
                        MOST,
                        "mean, ms",
                        MEAN,
                        "p99",
                        P99,
                        "predicted here",
                        OWN_MODEL + "mean_ms",
                        "as published",
                        PUBLISHED_MODEL + "mean_ms"));
    }

    private static PaperFigure order() {
        return new GeoReading(
                "js-8",
                new Source(JETSTREAM, "Fig. 8", "the wait for order over the number of routes, which take turns"),
                "The wait for order by one to six routes",
                "reorder",
                ReadTable.rows(
                        "wait for order, ms",
                        "/target/paced/order_ms",
                        "predicted here",
                        OWN_MODEL + "order_ms",
                        "as published",
                        PUBLISHED_MODEL + "order_ms",
                        "mean latency",
                        MEAN));
    }

    private static PaperFigure fixed(String name, String figure, String measured, String bytes) {
        return new GeoReading(
                name,
                new Source(
                        JETSTREAM,
                        figure,
                        "batches of fixed sizes, events that are sent one at a time, and the oracle's choice, over the"
                                + " rate and the number of routes"),
                "Fixed sizes of batches beside choosers, events of " + bytes,
                measured,
                ReadTable.across("b", "mean ms", MEAN, "carried/s", CARRIED));
    }

    private static PaperFigure larger() {
        return fixed("js-10", "Fig. 10", "static-800", "800 B");
    }

    private static PaperFigure copies() {
        return new GeoReading(
                "js-11",
                new Source(JETSTREAM, "Fig. 11", "copies for several destinations, sent directly or by one of them"),
                "Copies for one to eight destinations of a site",
                "multicast",
                ReadTable.across("strategy", "mean ms", MEAN, "p99", P99));
    }

    private static PaperFigure varying() {
        return new GeoReading(
                "js-12",
                new Source(JETSTREAM, "Fig. 12", "a rate that changes each 10 s for 300 s"),
                "A rate that changes",
                "varying",
                ReadTable.rows("mean, ms", MEAN, "p50", P50, "p99", P99));
    }

    private static PaperFigure routes() {
        return new GeoReading(
                "js-13",
                new Source(JETSTREAM, "Fig. 13", "the rate over the number of routes"),
                "The most that one to six routes carry",
                "routes",
                ReadTable.rows("events/s", MOST));
    }

    private static PaperFigure replay() {
        return new GeoReading(
                "js-14",
                new Source(
                        JETSTREAM,
                        "Fig. 14",
                        "1.1 million events of 224 B of a monitoring system in 300 s, which are not public"),
                "Events of a monitoring system",
                "replay",
                ReadTable.rows("events", "/target/paced/events", "mean, ms", MEAN, "p50", P50, "p99", P99));
    }
}
