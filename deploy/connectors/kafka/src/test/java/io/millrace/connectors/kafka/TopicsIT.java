// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Source and sink in the engine, with a server of Kafka. */
@ExtendWith(BrokerExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TopicsIT {

    @Test
    void theReadmesTopologyCountsEachViewOnce(Broker broker) throws Exception {
        broker.create("views", 3);
        broker.create("counts", 2);
        for (int i = 0; i < 3; i++) {
            int partition = i;
            broker.write(
                    "views",
                    i,
                    IntStream.range(0, 1_000)
                            .mapToObj(n -> "page" + (n + partition) % 10)
                            .toList());
        }
        Config exactlyOnce = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(200));
        try (Millrace millrace = Millrace.local().start();
                Broker.Reader counts = broker.new Reader("counts")) {
            RunningTopology run =
                    millrace.submit("views", CountViews.topology(broker.servers(), "views", "counts"), exactlyOnce);
            while (counts.poll().size() < 3_000) {
                assertThat(run.awaitCompletion(Duration.ZERO)).isFalse();
            }
        }
        List<String> expected = IntStream.range(0, 10)
                .boxed()
                .flatMap(page -> IntStream.rangeClosed(1, 300).mapToObj(count -> "page" + page + "\t" + count))
                .toList();
        assertThat(broker.values("counts")).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aTopologyCompletesWhenItsTopicIsReadToTheEnd(Broker broker) throws Exception {
        broker.create("ends", 3);
        broker.create("copied", 1);
        broker.write("ends", 0, List.of("a", "b"));
        broker.write("ends", 2, List.of("c"));
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                        "ends",
                        KafkaSource.topic(broker.servers(), "ends")
                                .withMetadata()
                                .finishAtEnd(),
                        2)
                .eventTime("timestamp", Duration.ZERO);
        builder.setBolt(
                        "copied",
                        KafkaSink.topic(broker.servers(), "copied")
                                .format(input -> (input.getString("line") + " of " + input.getInt("partition"))
                                        .getBytes(StandardCharsets.UTF_8)))
                .shuffle("ends");
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = millrace.submit("ends", builder.build(), Config.empty());
            assertThat(run.awaitCompletion(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(broker.values("copied")).containsExactlyInAnyOrder("a of 0", "b of 0", "c of 2");
    }
}
