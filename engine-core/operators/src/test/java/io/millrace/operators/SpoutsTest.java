// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import static io.millrace.api.Samples.problems;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.Recorder;
import io.millrace.api.Spout;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpoutsTest {

    private static final AtomicInteger CLOSED = new AtomicInteger();

    private static final AtomicLong CLOCK = new AtomicLong();

    private final Recorder out = new Recorder();

    private static TaskContext task(int index, int count) {
        return (TaskContext) Proxy.newProxyInstance(
                TaskContext.class.getClassLoader(),
                new Class<?>[] {TaskContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "taskIndex" -> index;
                    case "taskCount" -> count;
                    case "config" -> Config.empty();
                    case "nanoTime" -> CLOCK.addAndGet(1_000_000_000);
                    default -> null;
                });
    }

    private Spout opened(Spout template, int index, int count) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", template);
        Spout spout = (Spout)
                builder.build().components().get(0).instantiate(getClass().getClassLoader());
        spout.open(task(index, count), out);
        return spout;
    }

    private static void call(Spout spout, int times) {
        for (int i = 0; i < times; i++) {
            spout.nextTuple();
        }
    }

    @Test
    void theTasksShareTheValues() {
        Spout spout = Spouts.of("n", IntStream.range(0, 10).boxed().toList());
        for (int task = 0; task < 3; task++) {
            call(opened(spout, task, 3), 6);
        }
        assertThat(out.emitted).extracting(row -> row.get(0)).containsExactly(0, 3, 6, 9, 1, 4, 7, 2, 5, 8);
    }

    @Test
    void finishesOnceWhenAllIsAcked() {
        Spout spout = opened(Spouts.of("n", Arrays.asList("a", null)), 0, 1);
        call(spout, 4);
        assertThat(out.emitted).containsExactly(List.of("a"), Arrays.asList((Object) null));
        assertThat(out.finished).isZero();
        List.copyOf(out.tracked.keySet()).forEach(spout::ack);
        call(spout, 3);
        assertThat(out.finished).isOne();
    }

    @Test
    void repeatsWhatFailsUntilItIsAcked() {
        Spout spout = opened(Spouts.of("n", List.of("a", "b")), 0, 1);
        call(spout, 2);
        Object first = out.tracked.keySet().iterator().next();
        spout.fail(first);
        call(spout, 1);
        spout.fail(first);
        spout.fail("never emitted");
        call(spout, 2);
        assertThat(out.emitted).extracting(row -> row.get(0)).containsExactly("a", "b", "a", "a");
        assertThat(out.tracked).hasSize(2);
        out.tracked.keySet().forEach(spout::ack);
        assertThat(out.finished).isZero();
        call(spout, 1);
        assertThat(out.finished).isOne();
    }

    @Test
    void leavesOutWhatCannotBeEmitted() {
        Spout spout = opened(Spouts.of("n", List.of("a", "b")), 0, 1);
        out.refusal = new IllegalArgumentException("too few values");
        assertThatThrownBy(spout::nextTuple).hasMessage("too few values");
        call(spout, 2);
        out.tracked.keySet().forEach(spout::ack);
        call(spout, 1);
        assertThat(out.emitted).containsExactly(List.of("b"));
        assertThat(out.finished).isOne();
    }

    @Test
    void anEmptySourceFinishesAtOnce() {
        Spout spout = opened(Spouts.of("n", List.of()), 0, 1);
        call(spout, 2);
        assertThat(out.finished).isOne();
    }

    @Test
    void opensASourceForEachTaskAndClosesIt() {
        CLOSED.set(0);
        Spout spout = opened(
                Spouts.from(Fields.of("task", "of"), context -> new Source(context.taskIndex(), context.taskCount())),
                1,
                2);
        call(spout, 2);
        assertThat(out.emitted).containsExactly(List.of(1, 2));
        spout.close();
        assertThat(CLOSED).hasValue(1);
    }

    @Test
    void refusesNulls() {
        assertThat(problems(() -> Spouts.from(Fields.of("a"), null)))
                .containsExactly("a spout has no source (null): give it");
        assertThat(problems(() -> Spouts.from(null, context -> null)))
                .containsExactly("a spout has no fields (null): give it");
    }

    private static final class Source implements Iterator<List<?>>, AutoCloseable {
        private final List<?> row;
        private boolean given;

        Source(int index, int count) {
            row = List.of(index, count);
        }

        @Override
        public boolean hasNext() {
            return !given;
        }

        @Override
        public List<?> next() {
            given = true;
            return row;
        }

        @Override
        public void close() {
            CLOSED.incrementAndGet();
        }
    }
}
