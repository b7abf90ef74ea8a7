// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/exactly-once.md: every block of Java there stands here too, so that it is compiled and run. */
@Timeout(60)
@SuppressWarnings("serial")
class ExactlyOncePageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "exactly-once.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/ExactlyOncePageTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    static final class Balance implements StatefulBolt {

        private static final StateSpec<ValueState<Long>> CENTS = StateSpec.value("cents", Long.class);

        private transient ValueState<Long> cents;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(CENTS);
        }

        @Override
        public void prepare(TaskContext context) {
            cents = context.state(CENTS);
        }

        @Override
        public void execute(Tuple payment, Emitter out) {
            long balance = cents.getOr(0L) + payment.getLong("cents");
            cents.set(balance);
            out.emit(payment.getString("account"), balance);
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("account", "balance");
        }
    }

    static final class Payments implements ReplayableSpout {

        private static final String[] ACCOUNTS = {"a", "b", "c"};
        private static final int PAYMENTS = 300;

        private transient SpoutCollector out;
        private transient long next;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            if (next == PAYMENTS) {
                out.finish();
            } else {
                out.emit(ACCOUNTS[(int) (next % 3)], 100L);
                next++;
            }
        }

        @Override
        public Object snapshot() {
            return next;
        }

        @Override
        public void restore(List<Object> snapshots) {
            next = (Long) snapshots.get(0);
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("account", "cents");
        }
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("payments", new Payments());
        builder.setBolt("balance", new Balance(), 2).fields("payments", "account");
        return builder.build();
    }

    /** The last balances, as a run that goes back to a snapshot emits some again. */
    private static Map<Object, Object> balances(TopologyTest test) {
        Map<Object, Object> balances = new HashMap<>();
        test.output("balance").forEach(row -> balances.put(row.get(0), row.get(1)));
        return balances;
    }

    @Test
    void balancesAreRightAlthoughAWorkerDies() {
        Config config = Config.empty().with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE);
        try (TopologyTest test =
                TopologyTest.of(topology()).config(config).workers(2).start()) {
            test.advance(Duration.ofSeconds(2));
            test.kill("w2");
            test.restart("w2");
            test.advance(Duration.ofSeconds(3));
            assertThat(balances(test)).isEqualTo(Map.of("a", 10_000L, "b", 10_000L, "c", 10_000L));
        }
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String here = Files.readString(THIS);
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        int found = 0;
        while (blocks.find()) {
            assertThat(here).contains(blocks.group(1));
            found++;
        }
        assertThat(found).isEqualTo(3);
    }
}
