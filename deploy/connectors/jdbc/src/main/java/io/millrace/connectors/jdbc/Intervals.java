// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Backoff;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Rows of a topology with snapshots: kept until the snapshot that contains them is committed, and then written in one
 * transaction with the task's row of the {@link CommitTable}. That row tells a later attempt, or a successor, whether
 * the transaction took place.
 */
final class Intervals extends TaskRows {

    private static final Backoff PAUSES_NANOS = new Backoff(10_000_000L, 1_000_000_000L);

    /**
     * What the sink sets.
     *
     * @param mostBytes of encoded rows that are not written; the input waits at more, except when a snapshot has begun
     * @param pause waits so many nanoseconds
     */
    record Setup(int columns, long mostBytes, long retryNanos, LongConsumer pause) {}

    /** What a task has received for a snapshot. */
    private record Kept(long snapshotId, Interval interval) {}

    private final CommitTable commits;
    private final Setup setup;

    private long generation;
    private Interval current;

    /** Intervals that are not written, in ascending order of snapshots. */
    private final List<Kept> kept = new ArrayList<>();

    private long keptBytes;
    private boolean reported;

    /** Whether a snapshot has begun for which nothing was prepared yet. */
    private boolean begun;

    Intervals(
            TaskContext context,
            BoltCollector out,
            Database database,
            RowWriter writer,
            CommitTable commits,
            Setup setup) {
        super(context, out, database, writer);
        this.commits = commits;
        this.setup = setup;
        current = new Interval(setup.columns());
    }

    @Override
    void add(Tuple input, Object[] row) {
        current.add(row);
        out.ack(input);
        if (!begun && keptBytes + current.bytes() >= setup.mostBytes()) {
            pause();
            if (!reported) {
                reported = true;
                out.reportError(new TopologyException("rows of " + (keptBytes + current.bytes()) + " bytes for "
                        + database.target() + " wait for the commit of their snapshot, intervalBytes is "
                        + setup.mostBytes() + ": the input waits for the next snapshot; lower "
                        + TopologyKeys.SNAPSHOT_INTERVAL.name() + ", or raise intervalBytes"));
            }
        }
    }

    /** Lets in what was sent before the barriers of a snapshot, which wait behind it. */
    void begun() {
        begun = true;
        resume();
    }

    void aborted() {
        begun = false;
    }

    Object prepare(long snapshotId) {
        begun = false;
        if (current.isEmpty()) {
            return null;
        }
        Object handle = current.handle(context.topologyId());
        kept.add(new Kept(snapshotId, current));
        keptBytes += current.bytes();
        current = new Interval(setup.columns());
        if (keptBytes < setup.mostBytes()) {
            resume();
        } else {
            pause();
        }
        return handle;
    }

    void commit(long snapshotId) {
        List<Kept> due =
                kept.stream().filter(each -> each.snapshotId() <= snapshotId).toList();
        if (due.isEmpty()) {
            return;
        }
        retrying("write snapshot " + snapshotId + " to", work(connection -> write(connection, due)));
        kept.removeAll(due);
        keptBytes = kept.stream().mapToLong(each -> each.interval().bytes()).sum();
        resume();
    }

    /** Returns what was written; empty if it was written before. */
    private Outcome write(Connection connection, List<Kept> due) throws SQLException {
        long last = due.get(due.size() - 1).snapshotId();
        boolean next = commits.advance(connection, context.topologyId(), context.taskIndex(), generation, last);
        commits.check(connection, context.topologyId(), generation);
        return next ? rows(connection, due) : Outcome.NOTHING;
    }

    private Outcome rows(Connection connection, List<Kept> due) throws SQLException {
        Outcome outcome = Outcome.NOTHING;
        for (Kept each : due) {
            Interval interval = each.interval();
            if (interval.columns() != setup.columns()) {
                throw new TopologyException("snapshot " + each.snapshotId() + " has rows of " + interval.columns()
                        + " columns, and the statement has " + setup.columns()
                        + " parameters: begin with the earlier statement, and change it after a savepoint with --stop");
            }
            outcome = outcome.and(interval.count(), writer.write(connection, interval.rows()));
        }
        return outcome;
    }

    void recover(long next, List<Prepared> handles) {
        generation = next;
        retrying("recover in", () -> {
            commits.create(database);
            return Outcome.NOTHING;
        });
        // All tasks keep this order, so that no two wait for each other
        TreeMap<String, TreeMap<Integer, List<Prepared>>> byRow = new TreeMap<>();
        for (Prepared each : handles) {
            byRow.computeIfAbsent(Interval.owner(each.handle()), owner -> new TreeMap<>())
                    .computeIfAbsent(each.taskIndex(), task -> new ArrayList<>())
                    .add(each);
        }
        byRow.computeIfAbsent(context.topologyId(), owner -> new TreeMap<>())
                .computeIfAbsent(context.taskIndex(), task -> new ArrayList<>());
        if (context.taskIndex() == 0) {
            retrying("recover in", work(connection -> {
                commits.claim(connection, context.topologyId(), CommitTable.COMPONENT, generation);
                return Outcome.NOTHING;
            }));
        }
        byRow.forEach((owner, tasks) -> tasks.forEach((task, prepared) -> {
            prepared.sort(Comparator.comparingLong(Prepared::snapshotId));
            retrying("recover in", work(connection -> recover(connection, owner, task, prepared)));
        }));
    }

    private Outcome recover(Connection connection, String owner, int task, List<Prepared> prepared)
            throws SQLException {
        List<Kept> missing = new ArrayList<>();
        if (owner.equals(context.topologyId())) {
            long writtenTo = commits.claim(connection, owner, task, generation);
            commits.check(connection, owner, generation);
            prepared.stream()
                    .filter(each -> each.snapshotId() > writtenTo)
                    .map(each -> new Kept(each.snapshotId(), Interval.of(each.handle())))
                    .forEach(missing::add);
            if (!missing.isEmpty()) {
                long last = missing.get(missing.size() - 1).snapshotId();
                commits.advance(connection, owner, task, generation, last);
            }
        } else {
            for (Prepared each : prepared) {
                if (commits.advanceOther(connection, owner, task, each.snapshotId())) {
                    missing.add(new Kept(each.snapshotId(), Interval.of(each.handle())));
                }
            }
        }
        return rows(connection, missing);
    }

    /** What a transaction has done. */
    private record Outcome(int rows, List<RowWriter.Refused> refused) {

        static final Outcome NOTHING = new Outcome(0, List.of());

        Outcome and(int more, List<RowWriter.Refused> moreRefused) {
            List<RowWriter.Refused> all = new ArrayList<>(refused);
            all.addAll(moreRefused);
            return new Outcome(rows + more, all);
        }
    }

    /** Something that may be tried again. */
    @FunctionalInterface
    private interface Attempt {
        Outcome make() throws SQLException;
    }

    /** Remembers what an earlier attempt has done, because it may have been committed though its commit has thrown. */
    private Attempt work(Database.Work<Outcome> work) {
        Outcome[] last = {Outcome.NOTHING};
        return () -> {
            database.transact(connection -> {
                Outcome done = work.in(connection);
                last[0] = done == Outcome.NOTHING ? last[0] : done;
                return done;
            });
            return last[0];
        };
    }

    /**
     * Makes attempts until one succeeds or the time is over. Then the worker is started again, and its recovery does
     * the same.
     */
    private void retrying(String what, Attempt attempt) {
        long end = context.nanoTime() + setup.retryNanos();
        for (int failures = 1; ; failures++) {
            try {
                Outcome outcome = attempt.make();
                wrote(outcome.rows(), outcome.refused());
                return;
            } catch (SQLException e) {
                TopologyException error =
                        failed("cannot " + what, e, "it is tried again, and its rows are kept in the snapshot");
                if (context.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                    throw error;
                }
                if (failures == 1) {
                    out.reportError(error);
                }
                setup.pause().accept(PAUSES_NANOS.after(failures));
            }
        }
    }

    @Override
    void close() {
        // What was not committed comes again, and what was is in the snapshot
    }
}
