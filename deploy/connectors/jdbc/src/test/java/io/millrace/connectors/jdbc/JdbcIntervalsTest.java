// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.CommittingBolt.Prepared;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sink in a topology with snapshots: each row once, whatever fails, also beside a task that is believed dead. */
class JdbcIntervalsTest {

    private static final String TOPOLOGY = "counts-1";

    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    /** All calls in the long form, else every second one. */
    private static final int STEP = LONG ? 1 : 2;

    /** The pool makes and ends threads for each task, and tries to connect more often than it is asked. */
    private static final int POOL_STEP = LONG ? 1 : 13;

    private static final List<String> ALL =
            IntStream.range(0, IntervalsRun.INPUTS).mapToObj(Integer::toString).toList();

    private final List<Task> started = new ArrayList<>();
    private TestDatabase database;
    private JdbcSink template;

    @BeforeEach
    void create() throws SQLException {
        database = new TestDatabase("create table seen (n int)");
        // No upsert: a row that is written twice is there twice
        template = JdbcSink.to(database.faultyUrl()).statement("insert into seen values (:n)");
    }

    @AfterEach
    void drop() throws SQLException {
        FaultyDriver.behave();
        started.forEach(task -> task.sink.close());
        database.close();
    }

    private List<String> seen() throws SQLException {
        return database.query("select n from seen order by n");
    }

    private void forget() throws SQLException {
        database.execute("delete from seen");
        database.execute("drop table millrace_commits");
    }

    private record Task(FakeTask fake, JdbcSink sink) {}

    private Task start(JdbcSink from, int index, String topologyId) {
        Task task = new Task(new FakeTask(index, topologyId), from.batchRows(2));
        started.add(task);
        task.sink.prepare(task.fake.context(), task.fake.out());
        return task;
    }

    private Task start(int index, long generation, Prepared... prepared) {
        Task task = start(template, index, TOPOLOGY);
        task.sink.recover(generation, List.of(prepared));
        return task;
    }

    private static Prepared feed(Task task, int index, long snapshotId, int... numbers) {
        for (int n : numbers) {
            task.sink.execute(FakeTask.tuple("n", n));
        }
        return new Prepared(snapshotId, index, task.sink.prepare(snapshotId));
    }

    @Test
    void rowsAreWrittenWithTheCommit() throws SQLException {
        Task task = start(0, 1);
        feed(task, 0, 1, 5, 6, 7);
        assertThat(task.fake.acked).hasSize(3);
        assertThat(seen()).isEmpty();
        task.sink.commit(1);
        assertThat(seen()).containsExactly("5", "6", "7");
        assertThat(task.sink.prepare(2)).isNull();
        task.sink.commit(2);
        task.sink.commit(1);
        assertThat(seen()).hasSize(3);
        assertThat(database.query("select * from millrace_commits order by task"))
                .containsExactly("counts-1 out -1 1 0", "counts-1 out 0 1 1");
    }

    private int stepWith(boolean pool) {
        if (!pool) {
            template = JdbcSink.to("its database", PlainSource.of(database.faultyUrl()))
                    .statement("insert into seen values (:n)");
        }
        return pool ? POOL_STEP : STEP;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachRowIsWrittenOnceWhereverTheProcessDies(boolean pool) throws SQLException {
        int step = stepWith(pool);
        int calls = calls();
        assertThat(calls).isGreaterThan(60);
        for (int first = 1; first <= calls; first += step) {
            for (boolean after : new boolean[] {false, true}) {
                runWithDeaths(first, after);
            }
        }
    }

    private int calls() throws SQLException {
        int[] calls = {0};
        FaultyDriver.follow((call, done) -> calls[0] += done ? 0 : 1);
        new IntervalsRun(template, "counting").run();
        FaultyDriver.behave();
        forget();
        return calls[0];
    }

    /** Dies at a call, and once more at as many calls after it. */
    private void runWithDeaths(int first, boolean after) throws SQLException {
        String topologyId = "t" + first + after;
        int[] calls = {0};
        FaultyDriver.follow((call, done) -> {
            calls[0] += done ? 0 : 1;
            if (done == after && (calls[0] == first || calls[0] == 2 * first)) {
                calls[0] += done ? 1 : 0;
                throw new FaultyDriver.Death();
            }
        });
        IntervalsRun run = new IntervalsRun(template, topologyId);
        for (boolean ended = false; !ended; ) {
            try {
                run.run();
                ended = true;
            } catch (FaultyDriver.Death death) {
                run.die();
            }
        }
        FaultyDriver.behave();
        assertThat(seen())
                .as("death at call %d, %s", first, after ? "after" : "before")
                .containsExactlyInAnyOrderElementsOf(ALL);
        forget();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachRowIsWrittenOnceWhereverTheConnectionIsLost(boolean pool) throws SQLException {
        int step = stepWith(pool);
        int calls = calls();
        for (int first = step; first <= calls; first += step) {
            for (boolean after : new boolean[] {false, true}) {
                int at = first;
                int[] count = {0};
                FaultyDriver.follow((call, done) -> {
                    count[0] += done ? 0 : 1;
                    if (done == after && (count[0] == at || count[0] == at + 1)) {
                        count[0] += done ? 1 : 0;
                        throw new SQLException("lost", "08006");
                    }
                });
                new IntervalsRun(template, "l" + first + after).run();
                FaultyDriver.behave();
                assertThat(seen())
                        .as("lost at call %d, %s", first, after ? "after" : "before")
                        .containsExactlyInAnyOrderElementsOf(ALL);
                forget();
            }
        }
    }

    @Test
    void aTaskThatIsBelievedDeadCommitsWhatItsSuccessorHasWritten() throws SQLException {
        Task zombie = start(0, 1);
        Prepared prepared = feed(zombie, 0, 1, 1, 2);
        Task successor = start(0, 2, prepared);
        assertThat(seen()).containsExactly("1", "2");
        assertThatThrownBy(() -> zombie.sink.commit(1))
                .isInstanceOf(CommitTable.SupersededException.class)
                .hasMessageContaining("generation 1 of counts-1 writes no more rows of component 'out', task 0")
                .hasMessageContaining("generation 2");
        feed(successor, 0, 2, 3);
        successor.sink.commit(2);
        assertThat(seen()).containsExactly("1", "2", "3");
    }

    @Test
    void aTaskThatIsBelievedDeadHearsOfALaterCommit() throws SQLException {
        Task zombie = start(0, 1);
        feed(zombie, 0, 2, 8, 9);
        Task successor = start(0, 2);
        feed(successor, 0, 3, 8);
        successor.sink.commit(3);
        assertThatThrownBy(() -> zombie.sink.commit(3)).isInstanceOf(CommitTable.SupersededException.class);
        assertThatThrownBy(() -> zombie.sink.recover(1, List.of())).isInstanceOf(CommitTable.SupersededException.class);
        assertThat(seen()).containsExactly("8");
    }

    @Test
    void aTaskOfAnIndexThatThereIsNoMoreHasNoEffect() throws SQLException {
        start(0, 1);
        Task zombie = start(1, 1);
        feed(zombie, 1, 2, 8);
        Task successor = start(0, 2);
        feed(successor, 0, 3, 8);
        successor.sink.commit(3);
        assertThatThrownBy(() -> zombie.sink.commit(3))
                .isInstanceOf(CommitTable.SupersededException.class)
                .hasMessageContaining("component 'out': generation 2");
        assertThatThrownBy(() -> start(7, 1)).isInstanceOf(CommitTable.SupersededException.class);
        assertThat(seen()).containsExactly("8");
    }

    @Test
    void aSuccessorWaitsForATransactionThatIsUnderWay() throws Exception {
        Task zombie = start(0, 1);
        Prepared prepared = feed(zombie, 0, 1, 1, 2, 3);
        CountDownLatch within = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Thread[] slow = new Thread[1];
        FaultyDriver.follow((call, done) -> {
            if (Thread.currentThread() == slow[0] && call.equals("executeBatch") && done) {
                within.countDown();
                uninterruptibly(goOn);
            }
        });
        CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> {
            slow[0] = Thread.currentThread();
            zombie.sink.commit(1);
        });
        within.await();
        CompletableFuture<Task> recovery = CompletableFuture.supplyAsync(() -> start(0, 2, prepared));
        goOn.countDown();
        commit.join();
        recovery.join();
        assertThat(seen()).containsExactly("1", "2", "3");
    }

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLaterTopologyOfTheSameNameBeginsAnew() throws SQLException {
        Task earlier = start(0, 3);
        feed(earlier, 0, 50, 1);
        earlier.sink.commit(50);
        Task later = start(template, 0, "counts-2");
        later.sink.recover(1, List.of());
        feed(later, 0, 1, 2);
        later.sink.commit(1);
        assertThat(seen()).containsExactly("1", "2");
    }

    @Test
    void aTopologyThatBeginsWithASavepointWritesOnlyWhatIsMissing() throws SQLException {
        Task earlier = start(0, 1);
        Prepared written = feed(earlier, 0, 4, 1);
        earlier.sink.commit(4);
        Prepared missing = feed(earlier, 0, 5, 2);
        Task later = start(template, 0, "counts-2");
        later.sink.recover(2, List.of(written, missing));
        assertThat(seen()).containsExactly("1", "2");
        // The earlier one goes on, and its own part is not taken from it
        earlier.sink.commit(5);
        feed(earlier, 0, 6, 3);
        earlier.sink.commit(6);
        later.sink.recover(3, List.of(written, missing));
        assertThat(seen()).containsExactly("1", "2", "3");
    }

    @Test
    void aRefusedRowIsLeftOutAndIsAnErrorOfTheComponent() throws SQLException {
        database.execute("alter table seen add constraint positive check (n >= 0)");
        Task task = start(0, 1);
        feed(task, 0, 1, 1, -2, 3, 4, 5);
        task.sink.commit(1);
        assertThat(seen()).containsExactly("1", "3", "4", "5");
        task.fake.advance(0);
        assertThat(task.fake.thrown)
                .singleElement()
                .satisfies(error -> assertThat(error).hasMessageContaining("1 of 5 rows are refused"));
        assertThat(task.fake.counter("rows.refused")).isEqualTo(1);
        assertThat(task.fake.counter("rows.written")).isEqualTo(4);
    }

    @Test
    void aCommitThatDoesNotSucceedInTimeEndsTheWorkerAndLosesNothing() throws SQLException {
        template = template.retryFor(Duration.ofMillis(5));
        Task task = start(0, 1);
        Prepared prepared = feed(task, 0, 1, 1);
        FaultyDriver.follow((call, done) -> {
            throw new SQLException("No space left on device", "53100");
        });
        assertThatThrownBy(() -> task.sink.commit(1))
                .hasMessageContaining("cannot write snapshot 1 to jdbc:faulty:h2:mem:")
                .hasMessageContaining("free space or resources");
        assertThat(task.fake.reported).hasSize(1);
        FaultyDriver.behave();
        start(0, 2, prepared);
        assertThat(seen()).containsExactly("1");
    }

    @Test
    void theInputWaitsWhenAnIntervalHasTooManyBytes() {
        template = template.intervalBytes(65_536);
        Task task = start(0, 1);
        for (int i = 0; !task.fake.paused; i++) {
            assertThat(i).isLessThan(65_536);
            task.sink.execute(FakeTask.tuple("n", i));
        }
        assertThat(task.fake.reported)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .hasMessageContaining("intervalBytes is 65536")
                        .hasMessageContaining("topology.snapshot.interval"));
        // The barriers of the snapshot are behind this input
        task.sink.begun(1);
        assertThat(task.fake.paused).isFalse();
        task.sink.execute(FakeTask.tuple("n", 1));
        assertThat(task.fake.paused).isFalse();
        task.sink.prepare(1);
        assertThat(task.fake.paused).isTrue();
        task.sink.commit(1);
        assertThat(task.fake.paused).isFalse();
    }

    @Test
    void anotherStatementDoesNotTakeTheRowsOfAnEarlierOne() {
        Prepared prepared = feed(start(0, 1), 0, 1, 1);
        template = template.statement("insert into seen select :n + :m");
        assertThatThrownBy(() -> start(0, 2, prepared))
                .hasMessageContaining("rows of 1 columns, and the statement has 2");
    }

    @Test
    void theCommitTableHasTheNameThatWasSet() throws SQLException {
        database.execute("create schema own");
        template = template.commitTable("own.marks");
        start(0, 1);
        start(1, 1);
        assertThat(database.query("select count(*) from own.marks")).containsExactly("3");
    }
}
