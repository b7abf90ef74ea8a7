// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.testing.TopologyTest;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LineSpoutTest {

    private static final Counter COUNTER = new Counter() {
        @Override
        public void add(long amount) {}

        @Override
        public void set(long value) {}

        @Override
        public long get() {
            return 0;
        }
    };

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void input() throws Exception {
        file = Files.writeString(directory.resolve("in.txt"), "a b\n--\nc d e\nf\ng h\n");
    }

    private TopologyTest start(Config config, int tasks) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(file), tasks);
        return TopologyTest.of(builder.build()).config(config).start();
    }

    @Test
    void tasksShareTheLines() {
        try (TopologyTest test = start(Config.empty(), 2)) {
            test.run();
            assertThat(test.output("lines"))
                    .containsExactlyInAnyOrder(
                            List.of("a b"), List.of("--"), List.of("c d e"), List.of("f"), List.of("g h"));
            assertThat(test.metrics().completed()).isTrue();
            assertThat(test.metrics().counter("lines", "remaining")).isZero();
        }
    }

    @Test
    void readsAsOftenAsTold() {
        try (TopologyTest test = start(Config.empty().with(WordCount.REPEAT, 2), 1)) {
            test.run();
            assertThat(test.output("lines")).hasSize(10).endsWith(List.of("f"), List.of("g h"));
        }
    }

    @Test
    void emitsAtItsRate() {
        try (TopologyTest test = start(Config.empty().with(WordCount.RATE, 100), 1)) {
            test.run();
            assertThat(test.output("lines")).hasSize(1);
            assertThat(test.metrics().counter("lines", "remaining")).isEqualTo(4);
            test.advance(Duration.ofMillis(25));
            assertThat(test.output("lines")).hasSize(3);
        }
    }

    @Test
    void bytesThatAreNotUtf8AreReadAllTheSame() throws Exception {
        Files.write(file, new byte[] {'x', (byte) 0xff, 'y', '\n'});
        try (TopologyTest test = start(Config.empty(), 1)) {
            test.run();
            assertThat(test.output("lines")).containsExactly(List.of("x\ufffdy"));
        }
    }

    @Test
    void anotherNumberOfTasksThanThatOfTheSnapshotIsRefused() {
        LineSpout spout = new LineSpout(file);
        TaskContext context = (TaskContext) Proxy.newProxyInstance(
                TaskContext.class.getClassLoader(), new Class<?>[] {TaskContext.class}, (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "config" -> Config.empty();
                        case "counter" -> COUNTER;
                        case "componentId" -> "lines";
                        case "taskIndex" -> 0;
                        case "taskCount" -> 1;
                        default -> throw new AssertionError(method);
                    };
                });
        spout.open(context, (SpoutCollector) null);

        assertThatThrownBy(() -> spout.restore(List.of(1L, 2L)))
                .hasMessage("'lines' had 2 tasks, which share the lines: keep this number");
        spout.restore(List.of(3L));
        assertThat(spout.snapshot()).isEqualTo(3L);
        spout.close();
    }
}
