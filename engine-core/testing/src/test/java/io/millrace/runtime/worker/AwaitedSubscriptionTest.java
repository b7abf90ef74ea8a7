// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.AwaitedSubscription;
import io.millrace.log.LogLines;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Results without a subscription hold their sources back, and report that. */
@Timeout(30)
class AwaitedSubscriptionTest {

    @RegisterExtension
    private final LogLines log = LogLines.of("io.millrace.runtime.service.ResultsSink");

    @Test
    void theBoltWhoseResultsWaitForASubscriptionIsNamed() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", Spouts.fed(Fields.of("n")));
        builder.setBolt("alerts", Bolts.results()).shuffle("events");
        try (SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofMinutes(2)))
                .start()) {
            CompletableFuture<Void> sent = topology.feed("events").send(1L).toCompletableFuture();
            topology.advance(Duration.ofSeconds(4));
            assertThat(topology.metrics().awaitedSubscriptions()).isEmpty();
            topology.advance(Duration.ofSeconds(4));

            assertThat(sent).isNotDone();
            assertThat(topology.metrics().awaitedSubscriptions())
                    .extracting(AwaitedSubscription::component)
                    .containsExactly("alerts");
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .matches("results of 'alerts' have waited for a subscription for 5 s, and hold back what feeds it:"
                            + " subscribe by RunningTopology.results\\(\"alerts\"\\), or drop them by"
                            + " Bolts.results\\(\\).discarding\\(\\)");

            topology.results("alerts").subscribe(tuple -> {});
            topology.advance(Duration.ofSeconds(1));
            assertThat(sent).isCompleted();
            assertThat(topology.metrics().awaitedSubscriptions()).isEmpty();
        }
    }
}
