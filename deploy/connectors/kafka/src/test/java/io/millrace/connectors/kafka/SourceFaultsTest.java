// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Guarantee;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each fault has one line and a count, is tried again, and loses nothing without saying so. */
class SourceFaultsTest {

    private final SourceRun run =
            new SourceRun(KafkaSource.topic("localhost:1", "views"), new FakeTask(0, 1, Guarantee.EXACTLY_ONCE));

    @AfterEach
    void close() {
        run.close();
    }

    private List<String> errors() {
        assertThat(run.engine.errors)
                .allSatisfy(each -> assertThat(each.getMessage()).hasLineCount(1));
        return run.engine.errors.stream().map(Throwable::getMessage).toList();
    }

    @Test
    void whatRetentionHasRemovedIsCounted() {
        run.topic("t", 1, 0, 9).store(0, 0, "a", "b").run();
        run.range(0, 7, 9);
        run.consumer.setPollException(new OffsetOutOfRangeException(Map.of(SourceRun.views(0), 2L)));
        run.source.fetcher().doWork(Duration.ZERO);
        run.store(0, 7, "h").run();
        assertThat(run.engine.first()).containsExactly("a", "b", "h");
        assertThat(errors())
                .singleElement()
                .asString()
                .contains("5 offsets of views-0 at localhost:1 from 2 on are lost", "raise retention");
        assertThat(run.engine.counter("offsets.lost")).isEqualTo(5);
        assertThat(run.source.snapshot()).isEqualTo(List.of(List.of("views", 0, 8L, "t")));
    }

    @Test
    void aPartitionThatIsShorterThanThePositionIsReadAgain() {
        run.topic("t", 1, 0, 9).store(0, 0, "a", "b").run();
        run.range(0, 0, 1);
        run.consumer.setPollException(new OffsetOutOfRangeException(Map.of(SourceRun.views(0), 2L)));
        run.source.fetcher().doWork(Duration.ZERO);
        run.store(0, 0, "x").run();
        assertThat(run.engine.first()).containsExactly("a", "b", "x");
        assertThat(errors()).singleElement().asString().contains("views-0 at localhost:1 has other records");
        assertThat(run.engine.counter("partitions.reset")).isEqualTo(1);
    }

    @Test
    void aTopicThatIsGoneIsToldAndReadFurtherWhenItIsBack() {
        run.topic("t", 1, 0, 9).store(0, 0, "a").run();
        run.noTopic().run();
        assertThat(run.consumer.assignment()).isEmpty();
        assertThat(errors()).hasSize(2).anyMatch(line -> line.contains("views-0 is gone") && line.contains("offset 1"));
        assertThat(run.engine.counter("partitions.gone")).isEqualTo(1);
        assertThat(run.engine.partitions).as("holds no one up").isEmpty();
        assertThat(run.source.snapshot()).isEqualTo(List.of(List.of("views", 0, 1L, "t")));
        run.topic("t", 1, 0, 9).store(0, 1, "b").run();
        assertThat(run.engine.first()).containsExactly("a", "b");
    }

    @Test
    void aTopicThatIsMadeAnewIsReadFromItsBeginning() {
        run.topic("t", 1, 0, 9).store(0, 0, "a", "b").run();
        run.topic("u", 1, 0, 9).store(0, 0, "x", "y", "z").run();
        assertThat(run.engine.first()).containsExactly("a", "b", "x", "y", "z");
        assertThat(errors()).singleElement().asString().contains("views-0 was deleted and made anew", "offset 2");

        SourceRun restored =
                new SourceRun(KafkaSource.topic("localhost:1", "views"), new FakeTask(0, 1, Guarantee.EXACTLY_ONCE));
        restored.restored(run.source.snapshot())
                .topic("v", 1, 0, 9)
                .store(0, 0, "p")
                .run();
        assertThat(restored.engine.first()).containsExactly("p");
        assertThat(restored.engine.counter("partitions.reset")).isEqualTo(1);
        restored.close();
    }

    @Test
    void aRefusalIsToldOnceUntilItIsOver() {
        run.topic("t", 1, 0, 9).store(0, 0, "a").run();
        for (int i = 0; i < 3; i++) {
            run.consumer.setPollException(new TopicAuthorizationException(Set.of("views")));
            run.later();
        }
        assertThat(errors()).singleElement().asString().contains("cannot fetch from views at localhost:1", "ACL");
        assertThat(run.engine.counter("errors.fetch")).isEqualTo(3);
        run.later();
        run.store(0, 1, "b").run();
        assertThat(run.engine.first()).containsExactly("a", "b");
        run.consumer.setPollException(new TopicAuthorizationException(Set.of("views")));
        run.later();
        assertThat(errors()).hasSize(2);
    }

    @Test
    void serversThatDoNotAnswerAreTold() {
        run.noAnswer(new TimeoutException("no node")).run();
        run.noAnswer(new TimeoutException("no node")).run();
        assertThat(errors())
                .singleElement()
                .asString()
                .contains("cannot look for topic views at localhost:1", "no node", "servers are up");
        run.topic("t", 1, 0, 9).store(0, 0, "a").run();
        run.noAnswer(new TimeoutException("no node")).run();
        run.store(0, 1, "b").run();
        assertThat(run.engine.first())
                .as("a partition is not gone because of that")
                .containsExactly("a", "b");
        assertThat(errors()).hasSize(2);
        assertThat(run.engine.counter("errors.topics")).isEqualTo(3);
        assertThat(run.engine.counter("partitions.gone")).isZero();
    }
}
