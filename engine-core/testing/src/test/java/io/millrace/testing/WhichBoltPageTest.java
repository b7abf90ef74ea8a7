// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.async.AsyncFunction;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The examples of docs/which-bolt.md: every block of Java there stands here too, so that it is compiled. What one
 * thread can run is run.
 */
@Timeout(60)
@SuppressWarnings("serial")
class WhichBoltPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "which-bolt.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/WhichBoltPageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Config CONFIG = Config.empty().with("app.model", "length");

    private record Order(int id, String text) {}

    /** Scores a text by its length. */
    private static final class Model {

        Model(String name) {
            assertThat(name).isEqualTo("length");
        }

        double score(String text) {
            return text.length();
        }

        void score(String text, DoubleConsumer callback) {
            callback.accept(text.length());
        }
    }

    static final class Score implements BasicBolt {

        private transient Model model;

        @Override
        public void prepare(TaskContext context) {
            model = new Model(context.config().get("app.model").orElseThrow());
        }

        @Override
        public void execute(Tuple order, Emitter out) {
            out.emit(order.get("id"), model.score(order.getString("text")));
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("id", "score");
        }
    }

    static final class ScoreCall implements AsyncFunction<List<?>> {

        @Override
        public CompletionStage<List<?>> call(Tuple order) {
            return CompletableFuture.completedFuture(
                    List.of(order.get("id"), (double) order.getString("text").length()));
        }
    }

    static final class ScoreBatch implements BatchBolt {

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            for (Tuple order : batch) {
                out.emitFor(
                        order, order.get("id"), (double) order.getString("text").length());
            }
        }
    }

    static final class ScoreByCallback implements Bolt {

        private static final int MOST = 100;

        private transient TaskContext context;
        private transient BoltCollector out;
        private transient Model model;
        private transient int held;

        @Override
        public void prepare(TaskContext task, BoltCollector collector) {
            context = task;
            out = collector;
            model = new Model(task.config().get("app.model").orElseThrow());
        }

        @Override
        public void execute(Tuple order) {
            if (++held == MOST) {
                out.pauseInput();
            }
            model.score(order.getString("text"), score -> context.execute(() -> done(order, score)));
        }

        private void done(Tuple order, double score) {
            out.emit(order, order.get("id"), score);
            out.ack(order);
            if (held-- == MOST) {
                out.resumeInput();
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("id", "score");
        }
    }

    private static TopologyBuilder orders(int count) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "orders",
                Spouts.of(IntStream.range(0, count)
                        .mapToObj(id -> new Order(id, "four"))
                        .toList()));
        return builder;
    }

    @Test
    void theSameBoltInFiveWays() {
        TopologyBuilder builder = orders(1);
        builder.setBolt("blocking", new Score(), 8).blocking().shuffle("orders");
        builder.setBolt("virtual", new Score(), 1_000).virtual().shuffle("orders");
        builder.setEngines("engines", Engines.java(new Score()), 2, 8).firstIdle("orders");
        builder.setBolt(
                        "async",
                        Bolts.async(Fields.of("id", "score"), new ScoreCall(), 1_000, Duration.ofSeconds(1)),
                        2)
                .shuffle("orders");
        builder.setBolt(
                        "batch",
                        Bolts.batch(Fields.of("id", "score"), 1_000, 1 << 20, Duration.ofMillis(5), new ScoreBatch()))
                .blocking()
                .shuffle("orders");
        assertThat(builder.build().components()).hasSize(6);
    }

    @Test
    void threeOfTheWaysScoreAlike() {
        TopologyBuilder builder = orders(3);
        builder.setBolt("blocking", new Score(), 8).blocking().shuffle("orders");
        builder.setBolt("async", Bolts.async(Fields.of("id", "score"), new ScoreCall(), 1_000, Duration.ofSeconds(1)))
                .shuffle("orders");
        builder.setBolt(
                        "batch",
                        Bolts.batch(Fields.of("id", "score"), 1_000, 1 << 20, Duration.ofMillis(5), new ScoreBatch()))
                .blocking()
                .shuffle("orders");
        try (TopologyTest test = TopologyTest.of(builder.build()).config(CONFIG).start()) {
            test.advance(Duration.ofSeconds(1));
            for (String bolt : List.of("blocking", "async", "batch")) {
                assertThat(test.output(bolt))
                        .containsExactlyInAnyOrder(List.of(0, 4.0), List.of(1, 4.0), List.of(2, 4.0));
            }
        }
    }

    @Test
    void aBoltThatPausesTakesAllInputs() {
        TopologyBuilder builder = orders(1_000);
        builder.setBolt("scores", new ScoreByCallback()).shuffle("orders");
        try (TopologyTest test = TopologyTest.of(builder.build()).config(CONFIG).start()) {
            test.run();
            assertThat(test.output("scores")).hasSize(1_000);
        }
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String here = withoutSpace(Files.readString(THIS));
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        int found = 0;
        while (blocks.find()) {
            assertThat(here).contains(withoutSpace(blocks.group(1)));
            found++;
        }
        assertThat(found).isEqualTo(3);
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
