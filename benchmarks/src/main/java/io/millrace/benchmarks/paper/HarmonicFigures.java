// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import io.millrace.benchmarks.paper.PaperFigure.Source;
import java.util.List;

/** The field of Blamey et al. (Spark Streaming, Kafka and HarmonicIO), which the sweep measures. */
final class HarmonicFigures {

    private static final String BLAMEY = "Blamey et al., 2018";
    private static final String FIELD = "the field";

    private HarmonicFigures() {}

    static List<PaperFigure> all() {
        return List.of(
                setting(
                        "hio-shm",
                        "the highest frequency of messages of 100 B to 10 MB that cost up to 1,000 ms each",
                        "Size and cost of messages on one node",
                        "shm",
                        false),
                setting("hio-link", "the same field over a network", "Size and cost over a link", "link", true),
                setting("hio-slots", "the same field with 40 workers", "Size and cost with 40 slots", "slots", false),
                intake("hio-tcp", "a TCP socket", "tcp"),
                intake("hio-kafka", "Kafka", "kafka"),
                intake("hio-files", "files of a directory", "files"),
                new UseCaseReading(
                        "hio-use-case",
                        new Source(BLAMEY, "the use case", "38 images of 10 MB per second at 100 ms each"),
                        "Images, while engines are killed"));
    }

    private static PaperFigure setting(String name, String published, String what, String setting, boolean hosts) {
        return new SweepReading(name, new Source(BLAMEY, FIELD, published), what, setting, hosts);
    }

    private static PaperFigure intake(String name, String from, String setting) {
        return setting(
                name,
                "the same field, where messages come to the engine through " + from,
                "Size and cost of messages that come through " + from,
                setting,
                false);
    }
}
