// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sink in a topology without snapshots, with a simulated clock. */
class JdbcBatchesTest {

    private static final String UPSERT = "merge into counts key(word) values (:word, :n)";
    private static final long SECOND = 1_000_000_000L;

    private final FakeTask task = new FakeTask(0, "t-1");
    private TestDatabase database;
    private JdbcSink sink;

    @BeforeEach
    void create() throws SQLException {
        database = new TestDatabase("create table counts (word varchar(10) primary key, n int check (n >= 0))");
        open(JdbcSink.to(database.faultyUrl()).statement(UPSERT).batchRows(4));
    }

    private void open(JdbcSink template) {
        sink = template.property("ignored", "x");
        sink.prepare(task.context(), task.out());
    }

    @AfterEach
    void drop() throws SQLException {
        FaultyDriver.behave();
        sink.close();
        database.close();
    }

    private Tuple feed(String word, int n) {
        Tuple tuple = FakeTask.tuple("word", word, "n", n);
        sink.execute(tuple);
        return tuple;
    }

    private static void down() {
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("refused", "08001");
        });
    }

    @Test
    void writesFullBatchesAndAcksThemThen() throws SQLException {
        feed("a", 1);
        feed("b", 2);
        feed("a", 3);
        assertThat(database.query("select * from counts")).isEmpty();
        assertThat(task.acked).isEmpty();
        feed("c", 4);
        assertThat(database.query("select * from counts order by word")).containsExactly("a 3", "b 2", "c 4");
        assertThat(task.acked).hasSize(4);
        assertThat(task.counter("rows.written")).isEqualTo(4);
    }

    @Test
    void writesTheRestAfterATime() throws SQLException {
        Tuple tuple = feed("a", 1);
        task.advance(SECOND / 20);
        assertThat(task.acked).isEmpty();
        task.advance(SECOND / 10);
        assertThat(task.acked).containsExactly(tuple);
        assertThat(database.query("select * from counts")).containsExactly("a 1");
        task.advance(SECOND);
        assertThat(task.acked).hasSize(1);
    }

    @Test
    void writesTheRestWhenItIsClosed() throws SQLException {
        Tuple tuple = feed("a", 1);
        Tuple refused = feed("b", -1);
        sink.close();
        assertThat(task.acked).containsExactly(tuple);
        assertThat(task.failed).containsExactly(refused);
        assertThat(database.query("select * from counts")).containsExactly("a 1");
    }

    @Test
    void aRefusedRowFailsAloneAndIsAnErrorOfTheComponent() throws SQLException {
        feed("a", 1);
        Tuple poison = feed("b", -1);
        Tuple tooLong = feed("much too long", 2);
        feed("c", 3);
        assertThat(task.failed).containsExactly(poison, tooLong);
        assertThat(task.acked).hasSize(2);
        assertThat(database.query("select * from counts order by word")).containsExactly("a 1", "c 3");
        assertThat(task.counter("rows.refused")).isEqualTo(2);
        task.advance(0);
        assertThat(task.thrown)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .hasMessageContaining("2 of 4 rows are refused by jdbc:faulty:h2:mem:")
                        .hasMessageContaining("SQLSTATE 23")
                        .message()
                        .doesNotContain("\n", "LOCK_TIMEOUT"));
        assertThat(task.reported).isEmpty();
        assertThat(task.paused).isFalse();
    }

    @Test
    void waitsForADatabaseThatIsDownAndLosesNothing() throws SQLException {
        down();
        IntStream.range(0, 6).forEach(i -> feed("w" + i, i));
        assertThat(task.paused).isTrue();
        task.advance(SECOND);
        task.advance(SECOND);
        assertThat(task.acked).isEmpty();
        assertThat(task.failed).isEmpty();
        assertThat(task.counter("database.failures")).isEqualTo(3);
        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .hasMessageContaining("cannot write to jdbc:faulty:h2:mem:")
                        .hasMessageContaining("from node node-1: refused (SQLSTATE 08001)")
                        .hasMessageContaining("check that the database is up")
                        .hasMessageContaining("tried again each second"));
        FaultyDriver.behave();
        do {
            // The pool pauses between its own attempts, for which the simulated clock does not wait
            task.advance(2 * SECOND);
        } while (task.acked.isEmpty());
        assertThat(task.acked).hasSize(6);
        assertThat(task.paused).isFalse();
        assertThat(database.query("select count(*) from counts")).containsExactly("6");
    }

    @Test
    void aTableThatIsMissingIsWaitedForToo() throws SQLException {
        database.execute("alter table counts rename to elsewhere");
        IntStream.range(0, 4).forEach(i -> feed("w" + i, i));
        assertThat(task.reported)
                .singleElement()
                .satisfies(error ->
                        assertThat(error).hasMessageContaining("SQLSTATE 42").hasMessageContaining("create the table"));
        database.execute("alter table elsewhere rename to counts");
        task.advance(2 * SECOND);
        assertThat(task.acked).hasSize(4);
    }

    @Test
    void aConnectionThatWasClosedMeanwhileIsReplacedAtOnce() throws SQLException {
        IntStream.range(0, 4).forEach(i -> feed("w" + i, i));
        boolean[] broken = {true};
        FaultyDriver.follow((call, done) -> {
            if (call.equals("connect")) {
                broken[0] = false;
            }
            if (broken[0]) {
                throw new SQLException("the server has closed it", "08006");
            }
        });
        IntStream.range(0, 4).forEach(i -> feed("x" + i, i));
        assertThat(task.acked).hasSize(8);
        assertThat(task.reported).isEmpty();
    }

    @Test
    void aDriverThatThrowsAnythingElseLosesNothingEither() {
        FaultyDriver.follow((call, done) -> {
            if (call.equals("executeBatch")) {
                throw new IllegalStateException("broken driver");
            }
        });
        IntStream.range(0, 4).forEach(i -> feed("w" + i, i));
        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(error).hasMessageContaining("broken driver"));
        FaultyDriver.behave();
        task.advance(2 * SECOND);
        assertThat(task.acked).hasSize(4);
    }

    @Test
    void aTupleWithoutTheFieldIsAnErrorOfThisTuple() {
        assertThatThrownBy(() -> sink.execute(FakeTask.tuple("word", "a")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sink.execute(FakeTask.tuple("word", "a", "n", new Object())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'n'");
    }

    @Test
    void nothingPrintsThePassword() {
        JdbcSink secret = JdbcSink.to("jdbc:faulty:h2:mem:x;USER=u;PASSWORD=geheim")
                .user("u")
                .password("geheim")
                .statement(UPSERT)
                .batchRows(1);
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("wrong password geheim", "28000");
        });
        open(secret);
        feed("a", 1);
        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .hasMessageContaining("wrong password ***")
                        .hasMessageContaining("check user and password")
                        .message()
                        .doesNotContain("geheim"));
        assertThat(JdbcTarget.of("jdbc:mysql://u:geheim@db:3306/shop?password=geheim"))
                .hasToString("jdbc:mysql://db:3306/shop");
        assertThat(JdbcTarget.of("jdbc:oracle:thin:u/geheim@db:1521/shop"))
                .asString()
                .doesNotContain("geheim");
        assertThat(JdbcTarget.of("jdbc:postgresql://db/shop")).hasToString("jdbc:postgresql://db/shop");
    }

    @Test
    void mistakesOfTheTopologyAreFoundAtOnce() {
        assertThatThrownBy(() -> JdbcSink.to("postgresql://db")).isInstanceOf(TopologyException.class);
        JdbcSink whole = JdbcSink.to("jdbc:h2:mem:x").statement(UPSERT);
        assertThatThrownBy(() -> whole.batchRows(0)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> whole.intervalBytes(1)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> whole.retryFor(Duration.ZERO)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> whole.timeout(Duration.ofMillis(10))).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> whole.commitTable("a b")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> JdbcSink.to("jdbc:h2:mem:x").prepare(task.context(), task.out()))
                .hasMessageContaining("no statement");
        assertThatThrownBy(() -> JdbcSink.to("jdbc:unknown:x").statement(UPSERT).prepare(task.context(), task.out()))
                .hasMessageContaining("no JDBC driver for jdbc:unknown:x");
        assertThatThrownBy(() -> whole.passwordVariable("NO_SUCH_VARIABLE").prepare(task.context(), task.out()))
                .hasMessageContaining("NO_SUCH_VARIABLE");
        assertThatThrownBy(() -> whole.flushEvery(Duration.ofMinutes(30)).prepare(task.context(), task.out()))
                .hasMessageContaining("topology.message.timeout");
    }
}
