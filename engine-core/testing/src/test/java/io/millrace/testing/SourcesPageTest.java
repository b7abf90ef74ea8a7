// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/sources.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(60)
@SuppressWarnings("serial")
class SourcesPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "sources.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/SourcesPageTest.java");

    private static final class Sensor {

        private int readings;

        int read() {
            return ++readings;
        }
    }

    /** What the client of {@link Messages} calls for each message. */
    private interface Subscriber {

        void received(String message) throws InterruptedException;
    }

    private static final class Client {

        private static Subscriber subscriber;

        void subscribe(Subscriber received) {
            subscriber = received;
        }
    }

    static final class Readings implements Spout {

        private static final long PERIOD_NANOS = 100_000_000;

        private transient TaskContext context;
        private transient SpoutCollector out;
        private transient Sensor sensor;
        private transient long due;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("value");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            sensor = new Sensor();
            due = task.nanoTime() + PERIOD_NANOS;
        }

        @Override
        public void nextTuple() {
            if (context.nanoTime() - due >= 0) {
                out.intendedAt(due);
                out.emit(sensor.read());
                due += PERIOD_NANOS;
            }
            out.idleUntil(due);
        }
    }

    static final class Messages implements Spout {

        private transient Client client;
        private transient BlockingQueue<String> queue;
        private transient TaskContext context;
        private transient SpoutCollector out;

        @Override
        public void declareOutputs(OutputDeclarer outputs) {
            outputs.declare("message");
        }

        @Override
        public void open(TaskContext task, SpoutCollector collector) {
            context = task;
            out = collector;
            queue = new ArrayBlockingQueue<>(1_000);
            client = new Client();
            client.subscribe(this::received);
        }

        private void received(String message) throws InterruptedException {
            queue.put(message);
            try {
                context.execute(() -> {});
            } catch (RejectedExecutionException e) {
                // So many commands wait that the task is awake, or it is closed
            }
        }

        @Override
        public void nextTuple() {
            String message = queue.poll();
            if (message == null) {
                out.idleUntil(Long.MAX_VALUE);
            } else {
                out.emit(message);
            }
        }
    }

    @Test
    void readingsAreEmittedWhenTheyAreDue() {
        try (TopologyTest test = start(new Readings())) {
            test.advance(Duration.ofMillis(99));
            assertThat(test.output("source")).isEmpty();
            test.advance(Duration.ofMillis(1));
            assertThat(test.output("source")).containsExactly(List.of(1));
            test.advance(Duration.ofMillis(200));
            assertThat(test.output("source")).hasSize(3);
        }
    }

    @Test
    void messagesAreEmittedAtOnce() throws InterruptedException {
        try (TopologyTest test = start(new Messages())) {
            test.advance(Duration.ofSeconds(1));
            Client.subscriber.received("a");
            Client.subscriber.received("b");
            test.run();
            assertThat(test.output("source")).containsExactly(List.of("a"), List.of("b"));
        }
    }

    private static TopologyTest start(Spout spout) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", spout);
        builder.setBolt("sink", Bolts.forEach(tuple -> {})).shuffle("source");
        return TopologyTest.of(builder.build()).start();
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String[] blocks = Files.readString(PAGE).split("```java\n");
        String here = withoutSpace(Files.readString(THIS));
        assertThat(blocks).hasSize(3);
        for (int i = 1; i < blocks.length; i++) {
            assertThat(here).contains(withoutSpace(blocks[i].split("```")[0]));
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
