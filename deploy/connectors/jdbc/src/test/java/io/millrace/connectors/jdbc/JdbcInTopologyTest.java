// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of the README in the engine, on one thread with a simulated clock. */
@Timeout(60)
class JdbcInTopologyTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Config EXACTLY_ONCE = Config.empty()
            .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
            .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(50));

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID();

    private Connection open(String table) throws SQLException {
        Connection connection = DriverManager.getConnection(url, "shop", "secret");
        try (Statement statement = connection.createStatement()) {
            statement.execute(table);
        }
        return connection;
    }

    private static List<String> query(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            return TestDatabase.rows(statement.executeQuery(sql));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theReadmesTopologyCountsEachWordAlsoWhenWorkersDie() throws SQLException {
        List<String> expected = IntStream.range(0, Words.KEYS)
                .mapToObj(i -> "w" + i + " " + Words.EACH)
                .sorted()
                .toList();
        try (Connection connection = open("create table counts (word varchar(20) primary key, n bigint)");
                TopologyTest test = TopologyTest.of(CountWords.topology(url))
                        .config(EXACTLY_ONCE)
                        .workers(2)
                        .start()) {
            for (String worker : List.of("w1", "w2", "w1")) {
                test.advance(Duration.ofMillis(120));
                test.kill(worker);
                test.restart(worker);
            }
            assertThat(test.runUntil(
                            () -> query(connection, "select word, n from counts order by word")
                                    .equals(expected),
                            LONG))
                    .isTrue();
            assertThat(test.errors("out")).isEmpty();
        }
    }

    @Test
    void oneLineMakesASinkForAtLeastOnce() throws SQLException {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("a", "b", "a")));
        builder.setBolt(
                        "out",
                        Sinks.jdbc(url + ";USER=shop;PASSWORD=secret", "merge into seen key (word) values (:word)"))
                .blocking()
                .shuffle("words");
        try (Connection connection = open("create table seen (word varchar(20) primary key)");
                TopologyTest test = TopologyTest.of(builder.build()).start()) {
            assertThat(test.runUntil(() -> test.acked("words").size() == 3, LONG))
                    .isTrue();
            assertThat(query(connection, "select word from seen order by word")).containsExactly("a", "b");
        }
        assertThatThrownBy(() -> Sinks.jdbc(url, "insert into t values (1)")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> new JdbcConnector().sink(Map.of(), tuple -> new byte[0]))
                .hasMessageContaining("no use for");
    }

    @Test
    void theReadmesLookUpAddsPrices() throws SQLException {
        String withUser = url + ";USER=shop;PASSWORD=secret";
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "orders",
                Spouts.from(
                        Fields.of("article"),
                        context -> List.of(List.of("mug"), List.of("cup"), List.of("mug"))
                                .iterator()));
        Lookup.add(builder, withUser);
        try (Connection connection = open("create table prices (article varchar(20) primary key, cents int)")) {
            query(connection, "select * from final table (insert into prices values ('mug', 900), ('cup', 700))");
            try (TopologyTest test = TopologyTest.of(builder.build()).start()) {
                while (test.output("priced").size() < 3) {
                    // The look-up has threads of its own, for which the simulated clock does not wait
                    test.run();
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(test.output("priced")).containsExactly(List.of(900), List.of(700), List.of(900));
            }
        }
    }

    @Test
    void theReadmesBlocksAreThoseThatAreCompiled() throws IOException {
        String[] blocks = Files.readString(Path.of("README.md")).split("```java\n");
        StringBuilder sources = new StringBuilder();
        for (String file : new String[] {"CountWords", "OwnSource", "Lookup"}) {
            sources.append(Files.readString(Path.of("src/test/java/io/millrace/connectors/jdbc/" + file + ".java")));
        }
        assertThat(blocks).hasSize(4);
        for (int i = 1; i < blocks.length; i++) {
            assertThat(withoutSpace(sources.toString()))
                    .contains(withoutSpace(blocks[i].split("```")[0]));
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
