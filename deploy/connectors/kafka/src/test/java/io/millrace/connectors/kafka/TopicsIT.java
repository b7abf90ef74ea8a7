package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
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
        KafkaSource views = KafkaSource.topic(broker.servers(), "views").finishAtEnd();
        try (Millrace millrace = Millrace.local().start()) {
            RunningTopology run = millrace.submit("views", CountViews.topology(views, broker.servers()), exactlyOnce);
            assertThat(run.awaitCompletion(Duration.ofSeconds(30))).isTrue();
        }
        List<String> expected = IntStream.range(0, 10)
                .boxed()
                .flatMap(page -> IntStream.rangeClosed(1, 300).mapToObj(count -> "page" + page + "\t" + count))
                .toList();
        assertThat(broker.values("counts")).containsExactlyInAnyOrderElementsOf(expected);
    }
}
