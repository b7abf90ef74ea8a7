// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.config.Units;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a statement for each input: an upsert, so that it may be repeated. Immutable: each method that sets something
 * returns another sink.
 *
 * <pre>{@code
 * builder.setBolt("out", JdbcSink.to("jdbc:postgresql://db/shop")
 *                 .user("shop")
 *                 .passwordVariable("SHOP_PASSWORD")
 *                 .statement("insert into counts values (:word, :count) on conflict (word) do update set n = excluded.n"))
 *         .blocking()
 *         .fields("count", "word");
 * }</pre>
 *
 * <p>With snapshots the rows of an interval are part of the snapshot, and are written when it is committed, in one
 * transaction with a row of the table {@code millrace_commits}: each once, whatever fails. Without snapshots rows are
 * written in batches, and the inputs are acked afterwards.
 *
 * <p>While the database cannot be reached, the sink pauses its input and tries again; nothing is lost. A row that the
 * database refuses is an error of the component, and the others are written. Calls block, so declare the component
 * {@code blocking()}.
 */
public final class JdbcSink implements Bolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private static final int MOST_BATCH_ROWS = 100_000;
    private static final long LEAST_INTERVAL_BYTES = 64 << 10;
    private static final long MOST_INTERVAL_BYTES = 1L << 30;
    private static final Duration MOST_TIME = Duration.ofHours(1);

    private Target target;
    private SqlStatement statement;
    private int batchRows = 500;
    private Duration flushEvery = Duration.ofMillis(100);
    private Duration retryFor = Duration.ofSeconds(10);
    private Duration timeout = Duration.ofSeconds(30);
    private long intervalBytes = 32L << 20;
    private String commitTable = "millrace_commits";

    private transient Database database;
    private transient TaskRows rows;
    private transient TaskContext context;
    private transient BoltCollector out;

    private JdbcSink() {}

    private JdbcSink copy() {
        JdbcSink copy = new JdbcSink();
        copy.target = target;
        copy.statement = statement;
        copy.batchRows = batchRows;
        copy.flushEvery = flushEvery;
        copy.retryFor = retryFor;
        copy.timeout = timeout;
        copy.intervalBytes = intervalBytes;
        copy.commitTable = commitTable;
        return copy;
    }

    /** Returns a sink for this database, which needs a {@link #statement} yet. */
    public static JdbcSink to(String url) {
        JdbcSink sink = new JdbcSink();
        sink.target = JdbcTarget.of(url);
        return sink;
    }

    /**
     * Returns a sink for the database of a data source, such as a pool with settings of one's own. User, password and
     * properties are the factory's to set. It needs a {@link #statement} yet.
     *
     * @param name as errors call the database
     */
    public static JdbcSink to(String name, DataSourceFactory factory) {
        check(name != null && !name.isBlank(), "the database of a data source has no name: give one for errors");
        check(factory != null, "the factory of the data source for " + name + " is null: give one");
        JdbcSink sink = new JdbcSink();
        sink.target = new Target.Own(name, factory);
        return sink;
    }

    /**
     * Sets the statement for each input.
     *
     * @param sql with a parameter {@code :field} for each value; or, if fields are given, a question mark for each of
     *     them
     */
    public JdbcSink statement(String sql, String... fields) {
        JdbcSink copy = copy();
        copy.statement = fields.length == 0 ? SqlStatement.named(sql) : SqlStatement.of(sql, List.of(fields));
        return copy;
    }

    public JdbcSink user(String name) {
        return property("user", name);
    }

    /**
     * Sets the password, which becomes part of the topology as it is stored in the cluster, unless it is written
     * {@code ${env:NAME}} or {@code ${file:/path}}, as any property and the URL may be: see
     * {@link io.millrace.api.config.Secrets}.
     */
    public JdbcSink password(String password) {
        return property("password", password);
    }

    /** Reads the password from this environment variable of the worker, so that the topology does not contain it. */
    public JdbcSink passwordVariable(String name) {
        check(name != null && !name.isBlank(), "the environment variable with the password has no name: give one");
        return password("${env:" + name + "}");
    }

    /** Sets a property of the driver. */
    public JdbcSink property(String name, String value) {
        check(name != null && value != null, "the property " + name + " of the driver has no name or value: give both");
        JdbcSink copy = copy();
        copy.target = target.with(name, value);
        return copy;
    }

    /**
     * Sets how many rows the driver sends at a time.
     *
     * @param rows 1 to 100,000; by default 500
     */
    public JdbcSink batchRows(int rows) {
        check(rows >= 1 && rows <= MOST_BATCH_ROWS, "batchRows is " + rows + ": set 1 to " + MOST_BATCH_ROWS);
        JdbcSink copy = copy();
        copy.batchRows = rows;
        return copy;
    }

    /**
     * Sets how long a row waits for a full batch, in a topology without snapshots.
     *
     * @param time 1 ms to 1 h, less than {@code topology.message.timeout}; by default 100 ms
     */
    public JdbcSink flushEvery(Duration time) {
        checkTime("flushEvery", time);
        JdbcSink copy = copy();
        copy.flushEvery = time;
        return copy;
    }

    /**
     * Sets how long a commit or a recovery tries again before the worker is started again, which tries again too. The
     * task's thread waits meanwhile.
     *
     * @param time 1 ms to 1 h; by default 10 s
     */
    public JdbcSink retryFor(Duration time) {
        checkTime("retryFor", time);
        JdbcSink copy = copy();
        copy.retryFor = time;
        return copy;
    }

    /**
     * Sets how long the driver waits for the end of a statement.
     *
     * @param time 1 s to 1 h; by default 30 s
     */
    public JdbcSink timeout(Duration time) {
        checkTime("timeout", time);
        check(time.toSeconds() >= 1, "timeout is " + Units.duration(time) + ": set at least 1 s");
        JdbcSink copy = copy();
        copy.timeout = time;
        return copy;
    }

    /**
     * Sets how many bytes of encoded rows a task keeps that are not written yet, in a topology with snapshots. At more
     * the input waits for the next snapshot, which adds what was sent before it.
     *
     * @param bytes 65,536 to 1,073,741,824; by default 33,554,432
     */
    public JdbcSink intervalBytes(long bytes) {
        check(
                bytes >= LEAST_INTERVAL_BYTES && bytes <= MOST_INTERVAL_BYTES,
                "intervalBytes is " + bytes + ": set " + LEAST_INTERVAL_BYTES + " to " + MOST_INTERVAL_BYTES);
        JdbcSink copy = copy();
        copy.intervalBytes = bytes;
        return copy;
    }

    /**
     * Names the table that says which intervals are written. It is in the same database, and created if it is not
     * there.
     *
     * @param name letters, digits, underscores, and dots behind a schema; by default {@code millrace_commits}
     */
    public JdbcSink commitTable(String name) {
        check(
                name != null && name.matches("[A-Za-z_]\\w{0,60}(\\.[A-Za-z_]\\w{0,60}){0,2}"),
                "the commit table '" + name
                        + "' is no name of letters, digits, underscores and dots: choose another one");
        JdbcSink copy = copy();
        copy.commitTable = name;
        return copy;
    }

    private static void checkTime(String what, Duration time) {
        check(
                time != null && time.toMillis() >= 1 && time.compareTo(MOST_TIME) <= 0,
                what + " is " + time + ": set 1 ms to 1 h");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void prepare(TaskContext task, BoltCollector collector) {
        check(statement != null, "the sink for " + target + " has no statement: set one by statement(...)");
        context = task;
        out = collector;
        boolean acks = task.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        Duration pending = task.config().get(TopologyKeys.MESSAGE_TIMEOUT);
        check(
                !acks || flushEvery.compareTo(pending) < 0,
                "flushEvery is " + Units.duration(flushEvery) + ", topology.message.timeout is "
                        + Units.duration(pending)
                        + ": the first must be less, as inputs are pending until their rows are written");
        database = new Database(target, "jdbc-" + task.componentId() + "-" + task.taskIndex());
        RowWriter writer = new RowWriter(statement, batchRows, (int) timeout.toSeconds());
        rows = new Batches(task, collector, database, writer, flushEvery.toNanos());
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            return;
        }
        List<String> fields = statement.fields();
        Object[] row = new Object[fields.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = RowCodec.parameter(fields.get(i), input.get(fields.get(i)));
        }
        rows.add(input, row);
    }

    @Override
    public void begun(long snapshotId) {
        intervals().begun();
    }

    @Override
    public void abort(long snapshotId) {
        intervals().aborted();
    }

    @Override
    public Object prepare(long snapshotId) {
        return intervals().prepare(snapshotId);
    }

    @Override
    public void commit(long snapshotId) {
        intervals().commit(snapshotId);
    }

    /** Says that the topology takes snapshots: it comes before the first input then, and else not at all. */
    @Override
    public void recover(long generation, List<Prepared> prepared) {
        RowWriter writer = new RowWriter(statement, batchRows, (int) timeout.toSeconds());
        Intervals.Setup setup = new Intervals.Setup(
                statement.fields().size(), intervalBytes, retryFor.toNanos(), LockSupport::parkNanos);
        Intervals begun = new Intervals(
                context, out, database, writer, new CommitTable(commitTable, context.componentId()), setup);
        rows = begun;
        begun.recover(generation, prepared);
    }

    private Intervals intervals() {
        return (Intervals) rows;
    }

    @Override
    public void close() {
        if (database == null) {
            return;
        }
        try {
            rows.close();
        } finally {
            database.close();
        }
    }
}
