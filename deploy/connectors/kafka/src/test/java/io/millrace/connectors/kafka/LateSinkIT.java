// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.config.Guarantee;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Formats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tasks of a sink that are believed dead, and go on when their successors have begun. */
@ExtendWith(BrokerExtension.class)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateSinkIT {

    private final List<KafkaSink> sinks = new ArrayList<>();

    @AfterEach
    void close() {
        sinks.forEach(KafkaSink::close);
    }

    private KafkaSink begin(Broker broker, String topic, int task) {
        KafkaSink sink = KafkaSink.topic(broker.servers(), topic)
                .format(Formats.value("f0"))
                .transactionalIds(topic)
                .commitTimeout(Duration.ofMinutes(1));
        sinks.add(sink);
        FakeTask engine = new FakeTask(task, 2, Guarantee.EXACTLY_ONCE);
        sink.prepare(engine.context(), engine.boltOut());
        return sink;
    }

    private static void write(KafkaSink sink, int from, int to) {
        IntStream.range(from, to).forEach(i -> sink.execute(FakeTask.tuple(Integer.toString(i))));
    }

    private static List<String> numbers(int to) {
        return IntStream.range(0, to).mapToObj(Integer::toString).toList();
    }

    @Test
    void aLateCommitHasNoEffect(Broker broker) throws Exception {
        broker.create("late-commit", 2);
        KafkaSink first = begin(broker, "late-commit", 0);
        first.recover(1, List.of());
        write(first, 0, 10);
        Prepared prepared = new Prepared(1, 0, first.prepare(1));

        KafkaSink successor = begin(broker, "late-commit", 0);
        successor.recover(2, List.of(prepared));
        assertThatThrownBy(() -> first.commit(1))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("started later")
                .message()
                .hasLineCount(1);
        write(successor, 10, 20);
        successor.prepare(2);
        successor.commit(2);
        assertThat(broker.values("late-commit")).containsExactlyInAnyOrderElementsOf(numbers(20));
    }

    @Test
    void aCommitThatTheEngineHasNotNotedIsNotRepeated(Broker broker) throws Exception {
        broker.create("noted", 2);
        KafkaSink first = begin(broker, "noted", 1);
        first.recover(1, List.of());
        write(first, 0, 10);
        Prepared one = new Prepared(1, 1, first.prepare(1));
        write(first, 10, 20);
        Prepared two = new Prepared(2, 1, first.prepare(2));
        first.commit(1);

        // There is one task less, so the first one takes care of what the other one has prepared
        KafkaSink successor = begin(broker, "noted", 0);
        successor.recover(2, List.of(one, two));
        assertThat(broker.values("noted")).containsExactlyInAnyOrderElementsOf(numbers(20));
        KafkaSink third = begin(broker, "noted", 1);
        third.recover(3, List.of(one, two));
        assertThat(broker.values("noted")).containsExactlyInAnyOrderElementsOf(numbers(20));
    }

    @Tag("long")
    @Test
    void aLateRecoveryHasNoEffect(Broker broker) throws Exception {
        broker.create("late-recovery", 2);
        KafkaSink first = begin(broker, "late-recovery", 0);
        first.recover(1, List.of());
        write(first, 0, 10);
        Prepared prepared = new Prepared(1, 0, first.prepare(1));
        KafkaSink paused = begin(broker, "late-recovery", 0);
        KafkaSink successor = begin(broker, "late-recovery", 0);
        successor.recover(3, List.of(prepared));
        for (int i = 2; i < 70; i++) {
            write(successor, i * 5, i * 5 + 5);
            successor.prepare(i);
            successor.commit(i);
        }
        assertThatThrownBy(() -> paused.recover(2, List.of(prepared))).hasMessageContaining("generation 2");
        assertThat(broker.values("late-recovery")).containsExactlyInAnyOrderElementsOf(numbers(350));
    }
}
