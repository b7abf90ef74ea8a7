// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/testing.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(30)
class TestingPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "testing.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/TestingPageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final List<CompletableFuture<Integer>> PENDING = new ArrayList<>();

    private final Topology topology = WordCount.topology();

    @Test
    void aWholeTopology() {
        try (TopologyTest test =
                TopologyTest.of(topology).replaceSpout("sentences").start()) {
            test.feed("sentences", "the leaf the wheel");
            test.run();
            assertThat(test.output("split"))
                    .containsExactly(List.of("the"), List.of("leaf"), List.of("the"), List.of("wheel"));
            assertThat(test.acked("sentences")).hasSize(1);

            test.advance(Duration.ofSeconds(31));
            assertThat(test.output("count"))
                    .containsExactlyInAnyOrder(List.of("the", 2), List.of("leaf", 1), List.of("wheel", 1));
        }
    }

    @Test
    void oneBolt() {
        try (BoltTest test = BoltTest.of(new WordCount.Count())
                .fields("word")
                .tickEvery(Duration.ofSeconds(30))
                .start()) {
            long leaf = test.execute("leaf");
            assertThat(test.acked()).containsExactly(leaf);
            assertThat(test.output()).isEmpty();

            test.advance(Duration.ofSeconds(30));
            assertThat(test.output()).containsExactly(List.of("leaf", 1));
        }
    }

    @Test
    void oneAsynchronousBolt() {
        PENDING.clear();
        try (BoltTest test = BoltTest.of(Bolts.async("price", input -> pending(input), 10, Duration.ofSeconds(1)))
                .fields("item")
                .start()) {
            long leaf = test.execute("leaf");
            long wheel = test.execute("wheel");
            PENDING.get(0).complete(3);
            test.run();
            assertThat(test.output()).containsExactly(List.of(3));
            assertThat(test.acked()).containsExactly(leaf);

            test.advance(Duration.ofSeconds(1));
            assertThat(test.failed()).containsExactly(wheel);
        }
    }

    private static CompletableFuture<Integer> pending(Tuple input) {
        assertThat(input.getString("item")).isNotEmpty();
        CompletableFuture<Integer> price = new CompletableFuture<>();
        PENDING.add(price);
        return price;
    }

    @Test
    void whatFails() {
        try (TopologyTest test =
                TopologyTest.of(topology).replaceSpout("sentences").start()) {
            test.inject(
                    "count", Fault.fail().when(word -> word.getString("word").equals("leaf")));
            long bad = test.feed("sentences", "the leaf");
            long good = test.feed("sentences", "the wheel");
            test.run();
            assertThat(test.failed("sentences")).containsExactly(bad);
            assertThat(test.acked("sentences")).containsExactly(good);

            test.inject("split", Fault.throwing(new IllegalStateException("no dictionary")));
            test.feed("sentences", "a stream");
            test.run();
            assertThat(test.errors("split")).hasSize(1);
            assertThat(test.faultsLeft()).isZero();
        }
    }

    @Test
    void whatIsLost() {
        Config config = Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(5));
        try (TopologyTest test = TopologyTest.of(topology)
                .config(config)
                .replaceSpout("sentences")
                .start()) {
            test.inject("count", Fault.lose());
            long lost = test.feed("sentences", "leaf");
            test.advance(Duration.ofMillis(4_900));
            assertThat(test.pending("sentences")).containsExactly(lost);

            test.advance(Duration.ofMillis(200));
            assertThat(test.failed("sentences")).containsExactly(lost);
        }
    }

    @Test
    void aWorkerThatDies() {
        try (TopologyTest test = TopologyTest.of(topology)
                .workers(2)
                .seed(7)
                .replaceSpout("sentences")
                .start()) {
            String worker = test.workersOf("split").get(0);
            test.kill(worker);
            long lost = test.feed("sentences", "the leaf");
            test.run();
            assertThat(test.acked("sentences")).isEmpty();

            test.restart(worker);
            test.advance(Duration.ofSeconds(30));
            assertThat(test.acked("sentences")).containsExactly(lost);
        }
    }

    @Test
    void aTopologyOfAService() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("requests", Spouts.fed(Fields.of("amount")).answers("score"));
        builder.setBolt("score", Bolts.map("score", request -> request.getInt("amount") * 10))
                .shuffle("requests");
        builder.setBolt("answer", Bolts.answer(score -> List.of(score.getInt("score"))))
                .shuffle("score");
        builder.setBolt("alerts", Bolts.results()).shuffle("score");
        Topology scores = builder.build();
        try (TopologyTest test = TopologyTest.of(scores).start()) {
            CompletableFuture<Tuple> answer = test.ask("requests", 7);
            test.run();
            assertThat(answer.join().getInt("score")).isEqualTo(70);
            assertThat(test.output("alerts")).containsExactly(List.of(70));

            test.failNext("score");
            long bad = test.feed("requests", 8);
            test.run();
            assertThat(test.failed("requests")).containsExactly(bad);
            assertThat(test.failure(bad)).hasMessageContaining("failed by component 'score'");
        }
    }

    @Test
    void everyExampleOfThePageIsHere() throws IOException {
        String code = Files.readString(THIS).replaceAll("\\s+", "");
        int blocks = 0;
        for (Matcher block = BLOCK.matcher(Files.readString(PAGE)); block.find(); blocks++) {
            assertThat(code)
                    .as("an example of docs/testing.md that %s does not have:%n%s", THIS, block.group(1))
                    .contains(block.group(1).replaceAll("\\s+", ""));
        }
        assertThat(blocks).isEqualTo(7);
    }
}
