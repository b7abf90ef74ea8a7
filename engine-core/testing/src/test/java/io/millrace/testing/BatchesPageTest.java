// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchEmitter;
import io.millrace.operators.batch.BatchErrors;
import io.millrace.operators.batch.BatchingBolt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of docs/batches.md stand here too, so that they are compiled and run. */
@Timeout(60)
class BatchesPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "batches.md");
    private static final Path THIS = Path.of("src/test/java/io/millrace/testing/BatchesPageTest.java");
    private static final Config CONFIG = Config.empty().with("app.database", "orders");

    /** Keeps rows. */
    private static final class Database {

        private static final List<Integer> INSERTED = new ArrayList<>();

        Database(String name) {
            assertThat(name).isEqualTo("orders");
        }

        void insert(List<Tuple> rows) {
            INSERTED.add(rows.size());
        }
    }

    static final class InsertOrders implements BatchBolt {

        private static final long serialVersionUID = 1L;

        private transient Database database;

        @Override
        public void prepare(TaskContext context) {
            database = new Database(context.config().get("app.database").orElseThrow());
        }

        @Override
        public void execute(List<Tuple> batch, BatchEmitter out) {
            database.insert(batch);
            for (Tuple order : batch) {
                out.emitFor(order, order.get("id"));
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("id");
        }
    }

    @Test
    void ordersAreInsertedInBatches() {
        Database.INSERTED.clear();
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", Spouts.of("id", List.of(1, 2, 3)));
        builder.setBolt(
                        "insert",
                        Bolts.batch(1_000, 1 << 20, Duration.ofMillis(5), new InsertOrders())
                                .onError(BatchErrors.BISECT),
                        2)
                .blocking()
                .shuffle("orders");
        try (TopologyTest test = TopologyTest.of(builder.build()).config(CONFIG).start()) {
            test.advance(Duration.ofSeconds(1));
            assertThat(test.output("insert")).hasSize(3);
        }
        assertThat(Database.INSERTED).hasSize(2);
    }

    @Test
    void anAdaptiveWait() {
        BatchingBolt insert = Bolts.batch(1_000, 1 << 20, Bolts.adaptive(Duration.ofMillis(50)), new InsertOrders());
        assertThat(insert.maxWait()).hasToString("adaptive to 50 ms");
    }

    @Test
    void aBatchReachesItsAge() {
        try (BoltTest test = BoltTest.of(Bolts.batch(1_000, 1 << 20, Duration.ofSeconds(5), new InsertOrders()))
                .fields("id")
                .config(CONFIG)
                .start()) {
            test.execute(1);
            test.execute(2);
            assertThat(test.output()).isEmpty();
            test.advance(Duration.ofSeconds(5));
            assertThat(test.output()).containsExactly(List.of(1), List.of(2));
        }
    }

    @Test
    void theBlocksOfThePageAreHere() throws IOException {
        String[] blocks = Files.readString(PAGE).split("```java\n");
        String here = withoutSpace(Files.readString(THIS));
        assertThat(blocks).hasSize(5);
        for (int i = 1; i < blocks.length; i++) {
            assertThat(here).contains(withoutSpace(blocks[i].split("```")[0]));
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
