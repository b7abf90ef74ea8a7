// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Samples;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.testing.BoltTest;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LookupBoltTest {

    private record Ad(String campaign, long ad, Double bid) {}

    @TempDir
    private Path directory;

    private Table ads(String... lines) throws IOException {
        return Tables.file(write("ads.csv", lines)).columns("ad", "campaign");
    }

    private String write(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines)).toString();
    }

    private static BoltTest test(LookupBolt bolt) {
        return BoltTest.of(bolt).fields("ad", "time").start();
    }

    @Test
    void theRowIsAddedToWhatIsKept() throws IOException {
        try (BoltTest test =
                test(Bolts.lookup(ads("a1,spring", "a2,summer"), "ad").keeping("time"))) {
            long found = test.execute("a2", 5L);
            long missed = test.execute("a3", 6L);
            long none = test.execute(null, 7L);
            assertThat(test.output()).containsExactly(List.of(5L, "summer"));
            assertThat(test.acked()).containsExactly(found, missed, none);
            assertThat(test.counter("lookup.misses")).isEqualTo(2);
        }
    }

    @Test
    void missesAreDroppedOrGoToAStreamOrHaveNulls() throws IOException {
        LookupBolt bolt = Bolts.lookup(ads("a1,spring"), "ad").keeping("time");
        try (BoltTest test = test(bolt.missesTo("missing"))) {
            test.execute("a2", 5L);
            test.execute("a1", 6L);
            assertThat(test.output("missing")).containsExactly(List.of("a2"));
            assertThat(test.output()).containsExactly(List.of(6L, "spring"));
        }
        try (BoltTest test = test(bolt.outer())) {
            test.execute("a2", 5L);
            assertThat(test.output()).containsExactly(Arrays.asList(5L, null));
            assertThat(test.counter("lookup.misses")).isEqualTo(1);
        }
        assertThatThrownBy(() -> bolt.outer().missesTo("missing")).hasMessageContaining("choose one");
    }

    @Test
    void theColumnsOfARecordHaveTypes() throws IOException {
        Table table = Tables.file(write("ads.tsv", "campaign\tad\tbid", "spring\t1\t0.5", "summer\t2\t"), Ad.class)
                .separator("\t")
                .header()
                .key("ad");
        try (BoltTest test = test(Bolts.lookup(table, "ad"))) {
            test.execute(1, 5L);
            test.execute(2L, 5L);
            long text = test.execute("2", 5L);
            assertThat(test.output()).containsExactly(List.of("spring", 0.5), Arrays.asList("summer", null));
            assertThat(test.failed()).containsExactly(text);
            assertThat(test.errors().get(0))
                    .hasMessage(
                            "field 'ad' is of java.lang.String, and the key of the table is a long: emit that, or let"
                                    + " the key be a text");
        }
    }

    @Test
    void whatCannotBeMeantIsRefused() throws IOException {
        assertThatThrownBy(() -> Bolts.lookup(Tables.file("ads.csv"), "ad"))
                .hasMessage("the table ads.csv has no columns: name them by columns");
        assertThatThrownBy(() -> Bolts.lookup(ads("a1,spring").key("id"), "ad"))
                .hasMessageContaining("has no column 'id', which is its key: it has ad, campaign");
        assertThatThrownBy(() -> Tables.file("ads.csv").checkEvery(Duration.ZERO))
                .isInstanceOf(TopologyException.class);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.of("add", List.of("a1")));
        builder.setBolt("campaigns", Bolts.lookup(ads("a1,spring"), "ad").keeping("time"))
                .shuffle("views");
        assertThat(Samples.problems(builder))
                .containsExactly(
                        "component 'campaigns': it looks up the field 'ad', which its input 'views' does not have: it has"
                                + " add",
                        "component 'campaigns': it keeps the field 'time', which its input 'views' does not have: it has"
                                + " add");
    }

    @Test
    void aFileThatIsMissingAtTheStartIsNamed() {
        LookupBolt bolt = Bolts.lookup(Tables.file(directory + "/none.csv").columns("ad", "campaign"), "ad");
        assertThatThrownBy(() -> test(bolt)).hasStackTraceContaining("none.csv cannot be read on node");
    }

    @Test
    void tasksOfAWorkerShareTheRowsAndSeeAnotherFile() throws IOException {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.of("ad", List.of("a1")));
        builder.setBolt("campaigns", Bolts.lookup(ads("a1,spring").checkEvery(Duration.ofMillis(1)), "ad"), 4)
                .all("views");
        try (TopologyTest test =
                TopologyTest.of(builder.build()).replaceSpout("views").start()) {
            test.feed("views", "a1");
            test.run();
            assertThat(test.output("campaigns")).hasSize(4).containsOnly(List.of("spring"));
            assertThat(threads()).as("one for all tasks").isEqualTo(1);

            // REPLACE_EXISTING would delete the file first, which the thread of the table may see
            Files.move(
                    Path.of(write("next", "a1,summer")), directory.resolve("ads.csv"), StandardCopyOption.ATOMIC_MOVE);
            await(() -> {
                test.feed("views", "a1");
                test.run();
                return test.output("campaigns").contains(List.of("summer"));
            });
            Files.delete(directory.resolve("ads.csv"));
            await(() -> {
                test.run();
                return test.metrics().counter("campaigns", "lookup.failures") > 1;
            });
            assertThat(test.errors("campaigns"))
                    .as("reported by one task, once")
                    .hasSize(1);
            test.forget();
            test.feed("views", "a1");
            test.run();
            assertThat(test.output("campaigns")).hasSize(4).containsOnly(List.of("summer"));
        }
        assertThat(threads()).isZero();
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("table ads.csv"))
                .count();
    }
}
