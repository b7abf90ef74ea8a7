// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.throwable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Where connections come from, and where they stay: the pool behind a URL, and a data source of the author's. */
class JdbcConnectionsTest {

    private static final String INSERT = "insert into words values (:word)";
    private static final String SESSIONS =
            "select session_id from information_schema.sessions where session_id <> session_id()";
    private static final String ALWAYS_VALIDATE = "com.zaxxer.hikari.aliveBypassWindowMs";
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

    /** Other tests have threads of tasks that were not closed. */
    private static final int INDEX = 4_711;

    private final FakeTask task = new FakeTask(INDEX, "t-1");
    private TestDatabase database;

    @BeforeEach
    void create() throws SQLException {
        database = new TestDatabase("create table words (word varchar(20))");
    }

    @AfterEach
    void drop() throws SQLException {
        FaultyDriver.behave();
        database.close();
    }

    private JdbcSink open(JdbcSink template) {
        JdbcSink sink = template.statement(INSERT).batchRows(1);
        sink.prepare(task.context(), task.out());
        return sink;
    }

    private static void feed(JdbcSink sink, String word) {
        sink.execute(FakeTask.tuple("word", word));
    }

    private List<String> words() throws SQLException {
        return database.query("select word from words order by word");
    }

    private static Stream<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("jdbc-out-" + INDEX));
    }

    /** Their executors have ended, and they are about to. */
    private static void awaitNoThreads() throws InterruptedException {
        for (Thread each : threads().toList()) {
            each.join();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allThreadsAreGoneAfterTheTask(boolean interrupted) throws SQLException, InterruptedException {
        JdbcSink sink = open(JdbcSink.to(database.url()));
        feed(sink, "a");
        assertThat(threads()).isNotEmpty();

        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        sink.close();

        assertThat(Thread.interrupted()).isEqualTo(interrupted);
        awaitNoThreads();
        assertThat(database.query(SESSIONS)).isEmpty();
    }

    @Test
    void allThreadsAreGoneAlsoWhenNothingHasAnswered() throws InterruptedException {
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("refused", "08001");
        });
        JdbcSink sink = open(JdbcSink.to(database.faultyUrl()));
        feed(sink, "a");
        assertThat(task.reported).hasSize(1);

        sink.close();

        awaitNoThreads();
    }

    @Test
    void aConnectionThatTheDatabaseHasEndedIsReplacedBeforeItIsUsed() throws SQLException {
        System.setProperty(ALWAYS_VALIDATE, "-1");
        try {
            JdbcSink sink = open(JdbcSink.to(database.faultyUrl()));
            feed(sink, "a");
            String session = database.query(SESSIONS).get(0);
            database.query("select abort_session(" + session + ")");
            int[] returned = {0};
            int[] begun = {0};
            FaultyDriver.follow((call, done) -> {
                begun[0] += call.equals("connect") || done ? 0 : 1;
                returned[0] += done ? 1 : 0;
            });

            feed(sink, "b");

            assertThat(begun[0]).as("calls that were begun and have returned").isEqualTo(returned[0]);
            assertThat(words()).containsExactly("a", "b");
            assertThat(database.query(SESSIONS)).hasSize(1).doesNotContain(session);
            sink.close();
        } finally {
            System.clearProperty(ALWAYS_VALIDATE);
        }
    }

    @Test
    void aConnectionIsUsedForManyTransactions() throws SQLException {
        JdbcSink sink = open(JdbcSink.to(database.faultyUrl()));
        int[] connects = {0};
        FaultyDriver.follow((call, done) -> connects[0] += call.equals("connect") ? 1 : 0);
        for (int i = 0; i < 5; i++) {
            feed(sink, "w" + i);
        }
        assertThat(words()).hasSize(5);
        assertThat(connects[0]).isEqualTo(1);
        sink.close();
    }

    @Test
    void aDatabaseThatAnswersLateIsWaitedForByTheNextAttempt() throws SQLException {
        CountDownLatch answer = new CountDownLatch(1);
        int[] connects = {0};
        FaultyDriver.follow((call, done) -> {
            if (call.equals("connect")) {
                connects[0]++;
                uninterruptibly(answer);
            }
        });
        JdbcSink sink = open(JdbcSink.to(database.faultyUrl()));

        feed(sink, "a");
        assertThat(task.reported)
                .singleElement(throwable(Throwable.class))
                .hasMessageContaining("cannot write to jdbc:faulty:h2:mem:")
                .hasMessageContaining("(SQLSTATE 08001): check that the database is up and reachable from this node");
        answer.countDown();
        while (task.acked.isEmpty()) {
            task.advance(SECOND);
        }

        assertThat(words()).containsExactly("a");
        assertThat(connects[0]).isEqualTo(1);
        sink.close();
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aWrongPasswordIsOneLineAndInNoLog() throws SQLException {
        Logger logger = (Logger) LoggerFactory.getLogger("com.zaxxer.hikari");
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.TRACE);
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("no geheim for me", "28000", new IOException("cannot log in with geheim"));
        });
        try {
            JdbcSink sink = open(JdbcSink.to(database.faultyUrl()).user("u").password("geheim"));
            feed(sink, "a");
            assertThat(task.reported)
                    .singleElement(throwable(Throwable.class))
                    .message()
                    .matches("cannot write to jdbc:faulty:h2:mem:\\S+ from node node-1: no \\*\\*\\* for me"
                            + " \\(SQLSTATE 28000\\): check user and password; .*");
            sink.close();
        } finally {
            logger.setLevel(before);
            logger.detachAppender(log);
        }
        assertThat(log.list).hasSizeGreaterThan(5);
        assertThat(log.list)
                .noneMatch(event -> event.getFormattedMessage().contains("geheim")
                        || event.getThrowableProxy() != null
                                && ThrowableProxyUtil.asString(event.getThrowableProxy())
                                        .contains("geheim"));
    }

    @Test
    void theDatabasesOwnWordsForAWrongPasswordAreTold() throws SQLException {
        String url = "jdbc:h2:mem:locked";
        try (Connection keeper = DriverManager.getConnection(url, "u", "geheim")) {
            JdbcSink sink = open(JdbcSink.to(url).user("u").password("falsch"));
            feed(sink, "a");
            assertThat(keeper.isClosed()).isFalse();
            sink.close();
        }
        assertThat(task.reported.get(0))
                .hasMessageContaining("from node node-1: Wrong user name or password")
                .hasMessageContaining("(SQLSTATE 28000): check user and password");
    }

    @Test
    void aSecretThatIsGoneWhenTheTaskConnectsIsNamed() throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("password"), "geheim");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        JdbcSink sink = open(JdbcSink.to(database.faultyUrl()).password("${file:" + file + "}"));
        Files.delete(file);

        assertThatThrownBy(() -> feed(sink, "a"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the property 'password' for jdbc:faulty:h2:mem:")
                .hasMessageContaining("is not on this node");
        assertThatThrownBy(sink::close).hasMessageContaining("is not on this node");
        awaitNoThreads();
    }

    @Test
    void aDataSourceOfTheAuthorsIsUsedAndClosedWithTheTask() throws SQLException {
        JdbcSink sink = open(OwnSource.orders(database.url()));
        feed(sink, "a");
        feed(sink, "b");
        assertThat(words()).containsExactly("a", "b");
        assertThat(database.query(SESSIONS)).hasSize(1);

        sink.close();

        assertThat(database.query(SESSIONS)).isEmpty();
    }

    @Test
    void aDataSourceOfTheAuthorsGetsItsConnectionsBack() throws SQLException {
        JdbcSink sink = open(JdbcSink.to("orders", PlainSource.of(database.faultyUrl())));
        feed(sink, "a");
        assertThat(database.query(SESSIONS)).isEmpty();
        assertThat(words()).containsExactly("a");

        FaultyDriver.follow((call, done) -> {
            if (call.equals("executeBatch")) {
                throw new SQLException("deadlock", "40001");
            }
        });
        feed(sink, "b");
        assertThat(task.reported)
                .singleElement(throwable(Throwable.class))
                .hasMessageContaining("cannot write to orders from node node-1: deadlock (SQLSTATE 40001)");
        assertThat(database.query(SESSIONS)).isEmpty();
        FaultyDriver.behave();
        task.advance(2 * SECOND);
        assertThat(words()).containsExactly("a", "b");
        sink.close();
    }

    @Test
    void mistakesOfAFactoryAreFoundAtOnce() {
        assertThatThrownBy(() -> JdbcSink.to(" ", () -> null)).hasMessageContaining("has no name");
        assertThatThrownBy(() -> JdbcSink.to("orders", null)).hasMessageContaining("is null");
        assertThatThrownBy(() -> JdbcSink.to("orders", () -> null).user("u"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("orders has a data source of its own");
        assertThatThrownBy(() -> open(JdbcSink.to("orders", () -> null)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the factory for orders has returned null");
    }
}
