// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.api.metrics.SampleChannels;
import io.millrace.api.metrics.TopologyMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelMetersTest {

    private static final String CHANNEL = "from=\"1\",source=\"lines\",target=\"count\",to=\"4\",topology=\"wc\"}";

    private static ExpositionText scrape() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        TopologyMetrics metrics = new TopologyMetrics(
                "wc",
                false,
                new TopologyMetrics.Work(List.of(), List.of(), List.of()),
                TopologyMetrics.Exchange.NONE,
                TopologyMetrics.Latencies.NONE,
                null,
                new TopologyMetrics.Sites(List.of(SampleChannels.channel()), List.of(SampleChannels.multicast())));
        MillraceMeters meters = new MillraceMeters(() -> List.of(metrics));
        meters.bindTo(registry);
        meters.refresh();
        return ExpositionText.of(registry.scrape());
    }

    @Test
    void prometheusGetsWhatChannelsDo() {
        assertThat(scrape().samples())
                .containsEntry("millrace_channel_batch_tuples{" + CHANNEL, 7.0)
                .containsEntry("millrace_channel_routes{" + CHANNEL, 2.0)
                .containsEntry("millrace_channel_compressed{" + CHANNEL, 1.0)
                .containsEntry("millrace_channel_predicted_latency_seconds{" + CHANNEL, 0.06)
                .containsEntry("millrace_channel_measured_latency_seconds{" + CHANNEL, 0.061)
                .containsEntry("millrace_channel_reorder_wait_seconds{" + CHANNEL, 0.00016)
                .containsEntry("millrace_channel_kept_bytes{" + CHANNEL, 64_000.0)
                .containsEntry("millrace_channel_tuples_total{" + CHANNEL, 1_234_567.0)
                .containsEntry("millrace_channel_batches_total{" + CHANNEL, 176_366.0)
                .containsEntry("millrace_channel_resends_total{" + CHANNEL, 3.0)
                .containsEntry("millrace_channel_sent_bytes_total{" + CHANNEL, 12_000_000.0)
                .containsEntry("millrace_channel_money_total{" + CHANNEL, 12.5)
                .containsEntry("millrace_channel_money_per_hour{" + CHANNEL, 0.405)
                .containsEntry("millrace_channel_late_tuples_total{cause=\"wait\"," + CHANNEL, 70.0)
                .containsEntry("millrace_channel_route_up" + route("relay"), 0.0)
                .containsEntry("millrace_channel_route_rate_bytes" + route("relay"), 2e6)
                .containsEntry("millrace_channel_route_delay_seconds" + route("relay"), Double.NaN)
                .containsEntry("millrace_channel_route_loss_ratio" + route("direct"), 0.01)
                .containsEntry("millrace_channel_route_share_ratio" + route("direct"), 0.75);
    }

    @Test
    void prometheusGetsHowCopiesGo() {
        String labels = "from=\"1\",region=\"us\",source=\"lines\",topology=\"wc\"}";
        assertThat(scrape().samples())
                .containsEntry("millrace_multicast_tasks{" + labels, 3.0)
                .containsEntry("millrace_multicast_once{" + labels, 1.0)
                .containsEntry("millrace_multicast_kept_bytes{" + labels, 32_000.0)
                .containsEntry("millrace_multicast_switches_total{" + labels, 2.0)
                .containsEntry("millrace_multicast_tuples_total{" + labels, 400_000.0)
                .containsEntry("millrace_multicast_resends_total{" + labels, 4.0)
                .containsEntry("millrace_multicast_sent_bytes_total{" + labels, 5_000_000.0)
                .containsEntry("millrace_multicast_money_total{" + labels, 1.25);
    }

    private static String route(String name) {
        return "{from=\"1\",route=\"" + name + "\",source=\"lines\",target=\"count\",to=\"4\",topology=\"wc\"}";
    }

    @Test
    void everyNameIsDocumented() throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "prometheus.md"));

        assertThat(scrape().types().keySet())
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
