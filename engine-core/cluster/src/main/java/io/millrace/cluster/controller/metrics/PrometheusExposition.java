// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.http.Reply;
import io.millrace.runtime.meters.MillraceMeters;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The metrics of a controller in the format of Prometheus; HTTP threads call. Only the leading controller shows
 * topologies.
 */
public final class PrometheusExposition {

    public static final String PATH = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MillraceMeters meters;

    public PrometheusExposition(BooleanSupplier leads, Supplier<? extends Collection<TopologyMetrics>> topologies) {
        Gauge.builder("millrace.controller.leads", leads, leading -> leading.getAsBoolean() ? 1 : 0)
                .description("1 if this controller leads its cluster.")
                .strongReference(true)
                .register(registry);
        meters = new MillraceMeters(() -> leads.getAsBoolean() ? topologies.get() : List.of());
        meters.bindTo(registry);
    }

    /** Makes the text. One scrape runs at a time, so that each shows one state. */
    public synchronized Reply scrape() {
        meters.refresh();
        return Reply.text(CONTENT_TYPE, registry.scrape());
    }
}
