// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.WorkerReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The metrics of a supervisor's node, in the format of Prometheus; HTTP threads call. The metrics of workers are only
 * in those of the controller.
 */
final class SupervisorExposition {

    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Function<MetricsDetail, Collection<WorkerReport>> reports;
    private final String node;

    /** The meters of workers. Guarded by this. */
    private final List<Meter> ofWorkers = new ArrayList<>();

    private Map<WorkerReport.State, Long> states = Map.of();

    /** The latest reports. They are kept here, as a counter refers to its source weakly. */
    private Collection<WorkerReport> latest = List.of();

    /** @param directories the directories that fill up, by their purpose */
    SupervisorExposition(
            String node,
            int slots,
            Map<String, Path> directories,
            Function<MetricsDetail, Collection<WorkerReport>> reports) {
        this.node = node;
        this.reports = reports;
        gauge("millrace.supervisor.slots", "Workers that this node may run.", Tags.of("node", node), () -> slots);
        for (WorkerReport.State state : WorkerReport.State.values()) {
            gauge(
                    "millrace.supervisor.workers",
                    "Workers of this node by state.",
                    Tags.of("node", node, "state", state.name().toLowerCase(Locale.ROOT)),
                    () -> states.getOrDefault(state, 0L));
        }
        directories.forEach((use, path) -> Gauge.builder("millrace.supervisor.free", path, SupervisorExposition::free)
                .baseUnit("bytes")
                .description("Free room where this node has its files.")
                .tags("node", node, "use", use)
                .strongReference(true)
                .register(registry));
    }

    Route route() {
        return Route.get("/metrics", request -> Reply.text(CONTENT_TYPE, scrape()));
    }

    /** Makes the text. One scrape runs at a time, so that each shows one state. */
    synchronized String scrape() {
        ofWorkers.forEach(registry::remove);
        ofWorkers.clear();
        Map<WorkerReport.State, Long> counted = new HashMap<>();
        latest = reports.apply(MetricsDetail.COUNTS);
        for (WorkerReport report : latest) {
            counted.merge(report.run().state(), 1L, Long::sum);
            Tags tags = Tags.of("node", node, "topology", report.topologyId(), "worker", report.worker());
            ofWorkers.add(
                    FunctionCounter.builder("millrace.supervisor.worker.deaths", report, SupervisorExposition::deaths)
                            .description("Unexpected ends of a worker.")
                            .tags(tags)
                            .register(registry));
            ofWorkers.add(gauge(
                    "millrace.supervisor.worker.failures.in.row",
                    "Failures of a worker since it last ran well.",
                    tags,
                    report.run()::failures));
        }
        states = counted;
        return registry.scrape();
    }

    private Gauge gauge(String name, String description, Tags tags, Supplier<Number> value) {
        return Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    private static double deaths(WorkerReport report) {
        return report.run().death() == null ? 0 : report.run().death().deaths();
    }

    private static double free(Path directory) {
        return directory.toFile().getUsableSpace();
    }
}
