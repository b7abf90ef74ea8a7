// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.meters.MillraceMeters;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ids of all printable characters, and streams without fields, from the submission to the metrics. */
@Timeout(30)
class NamesAndSignalsTest {

    private static final String ID = "W\u00F6rter / \u6578 \"{a=b}\" \\ \uD83D\uDE00";

    @Test
    void theyGoFromWorkerToWorkerAndIntoAllMetrics() {
        Journal journal = Journal.fresh("names");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new NumberSpout("names", 5, false));
        builder.setBolt(ID, new Signals()).shuffle("numbers");
        builder.setBolt(
                        "sink",
                        TestBolts.basic(
                                (input, out) -> Journal.of("names").seen.add(input.sourceComponent() + input.values())))
                .all(ID);
        try (SteppedTopology topology = SteppedTopology.of(TopologyJson.read(TopologyJson.write(builder.build())))
                .workers(3)
                .start()) {
            assertThat(topology.runUntil(() -> journal.acked.size() == 5, Duration.ofSeconds(5)))
                    .isTrue();
            assertThat(topology.metrics().sum(ID, TaskMetrics::emitted)).isEqualTo(5);
            assertThat(Json.line(topology.metrics())).contains("W\u00F6rter / ");
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            MillraceMeters.bind(registry, topology::metrics);
            assertThat(registry.scrape())
                    .contains("component=\"" + ID.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
        }
        assertThat(journal.seen).hasSize(5).allMatch(seen -> seen.equals(ID + "[]"));
    }

    /** Emits a tuple without values for each input. */
    private record Signals() implements io.millrace.api.BasicBolt {

        @Override
        public void declareOutputs(io.millrace.api.OutputDeclarer out) {
            out.declare();
        }

        @Override
        public void execute(io.millrace.api.Tuple input, io.millrace.api.Emitter out) {
            out.emit();
        }
    }
}
