// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.api.config.Guarantee;
import io.millrace.connectors.kafka.SendingTask.OnFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class SendingTaskTest {

    private static final int MOST_BYTES = 2_000;

    private final FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
    private final MockProducer<byte[], byte[]> producer = new MockProducer<>(
            false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());

    private SendingTask task(OnFailure onFailure, boolean acksAtOnce) {
        return new SendingTask(
                engine.context(),
                engine.boltOut(),
                producer,
                ClientProperties.of("localhost:1").errors(),
                new SendingTask.Setup(
                        "counts",
                        input -> new OutRecord(0, null, input.get(0).toString().getBytes(StandardCharsets.UTF_8)),
                        onFailure,
                        acksAtOnce,
                        MOST_BYTES));
    }

    private void answer(RuntimeException error) {
        assertThat(error == null ? producer.completeNext() : producer.errorNext(error))
                .isTrue();
        engine.runCommands();
    }

    @Test
    void anInputIsAckedWhenTheServersHaveIt() {
        SendingTask task = task(OnFailure.FAIL_INPUT, false);
        Tuple one = FakeTask.tuple("1");
        Tuple two = FakeTask.tuple("2");
        task.write(one);
        task.write(two);
        assertThat(engine.acked).isEmpty();
        answer(null);
        assertThat(engine.acked).containsExactly(one);
        answer(new NotEnoughReplicasException("too few"));
        assertThat(engine.failed).containsExactly(two);
        assertThat(engine.counter("records.failed")).isEqualTo(1);
        assertThat(engine.errors)
                .singleElement()
                .asString()
                .contains("cannot write to the topic counts at localhost:1", "too few");
    }

    @Test
    void withSnapshotsARecordIsSentUntilItIsThere() {
        SendingTask task = task(OnFailure.COUNT, false);
        task.recover(1, List.of());
        task.write(FakeTask.tuple("1"));
        answer(new TimeoutException("no answer"));
        assertThat(engine.acked).isEmpty();
        engine.advance(Duration.ofSeconds(1).toNanos());
        assertThat(producer.history()).hasSize(2);
        answer(null);
        assertThat(task.prepare(1)).isNull();

        task.write(FakeTask.tuple("2"));
        answer(new TimeoutException("no answer"));
        // Its repetition is answered by the flush of prepare
        assertThat(task.prepare(2)).isNull();
        assertThat(producer.history()).hasSize(4);
    }

    @Test
    void aSnapshotFailsWhileARecordIsNotTaken() {
        SendingTask task = task(OnFailure.COUNT, false);
        task.recover(1, List.of());
        producer.sendException = new TimeoutException("no room");
        task.write(FakeTask.tuple("1"));
        assertThatThrownBy(() -> task.prepare(1))
                .hasMessageContaining("snapshot 1")
                .message()
                .hasLineCount(1);
        producer.sendException = null;
        assertThat(task.prepare(2)).isNull();
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void immediateAcksAtOnceAndCountsWhatIsLost() {
        SendingTask task = task(OnFailure.COUNT, true);
        task.write(FakeTask.tuple("1"));
        task.write(FakeTask.tuple("2"));
        assertThat(engine.acked).hasSize(2);
        answer(new NotEnoughReplicasException("too few"));
        answer(new NotEnoughReplicasException("too few"));
        assertThat(engine.counter("records.failed")).isEqualTo(2);
        assertThat(engine.errors).singleElement().asString().contains("are lost");
    }

    @Test
    void inputIsPausedWhileTooMuchIsUnderWay() {
        SendingTask task = task(OnFailure.FAIL_INPUT, false);
        String text = "x".repeat(900);
        task.write(FakeTask.tuple(text));
        assertThat(engine.paused).isFalse();
        task.write(FakeTask.tuple(text));
        assertThat(engine.paused).isTrue();
        answer(null);
        answer(null);
        assertThat(engine.paused).isFalse();
    }
}
