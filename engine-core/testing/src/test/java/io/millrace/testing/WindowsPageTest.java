// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/windows.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(60)
@SuppressWarnings("serial")
class WindowsPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "windows.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/WindowsPageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** 1 January 2026. */
    private static final long BEGIN = 1_767_225_600_000L;

    /** A view each second, in pairs the wrong way round. */
    private static final class Views implements Spout {

        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next == 30) {
                out.finish();
            } else {
                out.emit("spring", BEGIN + 1_000 * (next++ ^ 1), 3L);
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("campaign", "time", "cents");
        }
    }

    @Test
    void viewsAreCountedPerCampaign() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", new Views()).eventTime("time", Duration.ofSeconds(2));
        builder.setBolt(
                        "perCampaign",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "campaign")
                                .eventTime("time")
                                .aggregate("views", Aggregates.count())
                                .aggregate("cents", Aggregates.sum("cents")),
                        4)
                .fields("views", "campaign");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofSeconds(1));
            assertThat(test.output("perCampaign"))
                    .containsExactly(
                            List.of("spring", BEGIN, BEGIN + 10_000, 10L, 30L),
                            List.of("spring", BEGIN + 10_000, BEGIN + 20_000, 10L, 30L),
                            List.of("spring", BEGIN + 20_000, BEGIN + 30_000, 10L, 30L));
        }
    }

    @Test
    void paymentsAreJoinedWithTheirOrders() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", new Offers("order", "ordered", "item", "pen", 0))
                .eventTime("ordered", Duration.ZERO);
        builder.setSpout("payments", new Offers("order", "paid", "cents", 250L, 60_000))
                .eventTime("paid", Duration.ZERO);
        builder.setBolt(
                        "paid",
                        Bolts.join("orders", "payments", Duration.ZERO, Duration.ofMinutes(30))
                                .eventTime("ordered", "paid")
                                .left("order", "item")
                                .right("cents"),
                        4)
                .fields("orders", "order")
                .fields("payments", "order");
        try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
            test.advance(Duration.ofSeconds(1));
            assertThat(test.output("paid")).containsExactly(List.of(7L, "pen", 250L));
        }
    }

    /** Emits one tuple of order 7. */
    private static final class Offers implements Spout {

        private static final long serialVersionUID = 1L;
        private final String[] fields;
        private final Object value;
        private final long after;
        private transient SpoutCollector out;
        private transient boolean done;

        Offers(String key, String time, String field, Object value, long after) {
            this.fields = new String[] {key, time, field};
            this.value = value;
            this.after = after;
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (!done) {
                out.emit(7L, BEGIN + after, value);
                done = true;
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare(fields);
        }
    }

    private static String withoutIndents(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String here = withoutIndents(Files.readString(THIS));
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        int found = 0;
        while (blocks.find()) {
            assertThat(here).contains(withoutIndents(blocks.group(1)));
            found++;
        }
        assertThat(found).isEqualTo(3);
    }
}
