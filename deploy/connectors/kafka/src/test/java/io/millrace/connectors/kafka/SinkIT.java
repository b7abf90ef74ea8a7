// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Formats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A task of a sink that sends at once, and what keeps a sink from starting. */
@ExtendWith(BrokerExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SinkIT {

    private static KafkaSink sink(Broker broker, String topic) {
        return KafkaSink.topic(broker.servers(), topic)
                .format(Formats.value("f0"))
                .commitTimeout(Duration.ofMinutes(1));
    }

    @Test
    void recordsAreVisibleWithoutASnapshot(Broker broker) throws Exception {
        broker.create("at-once", 1);
        FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
        KafkaSink sink = sink(broker, "at-once");
        sink.prepare(engine.context(), engine.boltOut());
        IntStream.range(0, 100).forEach(i -> sink.execute(FakeTask.tuple(i)));
        while (engine.acked.size() < 100) {
            engine.runCommands();
        }
        FakeTask other = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        KafkaSink immediate = sink(broker, "at-once").immediate();
        immediate.prepare(other.context(), other.boltOut());
        IntStream.range(100, 150).forEach(i -> immediate.execute(FakeTask.tuple(i)));
        assertThat(other.acked).hasSize(50);
        immediate.close();
        FakeTask third = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        KafkaSink prepared = sink(broker, "at-once").atLeastOnce();
        prepared.prepare(third.context(), third.boltOut());
        prepared.recover(1, List.of());
        IntStream.range(150, 200).forEach(i -> prepared.execute(FakeTask.tuple(i)));
        assertThat(prepared.prepare(1)).isNull();
        assertThat(broker.values("at-once"))
                .isEqualTo(IntStream.range(0, 200).mapToObj(Integer::toString).toList());
        sink.close();
        prepared.close();
    }

    @Test
    void whatKeepsItFromStartingIsSaidInOneLine(Broker broker) throws Exception {
        FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        KafkaSink missing = sink(broker, "missing");
        assertThatThrownBy(() -> missing.prepare(engine.context(), engine.boltOut()))
                .hasMessageContaining("the topic missing at " + broker.servers())
                .hasMessageContaining("create the topic")
                .message()
                .hasLineCount(1);
        missing.close();

        broker.create("there", 1);
        try (Admin admin = broker.admin()) {
            admin.createTopics(
                            List.of(new NewTopic("forgets", 1, (short) 1).configs(Map.of("cleanup.policy", "delete"))))
                    .all()
                    .get();
        }
        KafkaSink forgets = sink(broker, "there").markers("forgets");
        assertThatThrownBy(() -> forgets.prepare(engine.context(), engine.boltOut()))
                .hasMessageContaining("forgets")
                .hasMessageContaining("set it to compact");
        forgets.close();
    }

    @Test
    void aTopicThatVanishesFailsTheCommitWithALineAndACount(Broker broker) throws Exception {
        broker.create("vanishes", 1);
        FakeTask engine = new FakeTask(0, 1, Guarantee.EXACTLY_ONCE);
        KafkaSink sink = sink(broker, "vanishes").commitTimeout(Duration.ofSeconds(1));
        sink.prepare(engine.context(), engine.boltOut());
        sink.recover(1, List.of());
        sink.execute(FakeTask.tuple("a"));
        Object handle = sink.prepare(1);
        broker.delete("vanishes");
        assertThatThrownBy(() -> sink.commit(1))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("for the topic vanishes at " + broker.servers())
                .message()
                .hasLineCount(1);
        engine.runCommands();
        sink.close();
        assertThat(engine.counter("errors.commit")).isPositive();
        assertThat(engine.errors).isNotEmpty();

        broker.create("vanishes", 1);
        KafkaSink successor = sink(broker, "vanishes");
        successor.prepare(engine.context(), engine.boltOut());
        successor.recover(2, List.of(new CommittingBolt.Prepared(1, 0, handle)));
        assertThat(broker.values("vanishes")).containsExactly("a");
        successor.close();
    }
}
