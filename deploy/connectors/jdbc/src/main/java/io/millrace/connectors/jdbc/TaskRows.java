// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.BoltCollector;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** The rows of one task on their way to the database. Called by the task's thread. */
abstract class TaskRows {

    final TaskContext context;
    final BoltCollector out;
    final Database database;
    final RowWriter writer;

    private final Counter written;
    private final Counter refusals;
    private final Counter failures;
    private boolean paused;

    TaskRows(TaskContext context, BoltCollector out, Database database, RowWriter writer) {
        this.context = context;
        this.out = out;
        this.database = database;
        this.writer = writer;
        written = context.counter("rows.written");
        refusals = context.counter("rows.refused");
        failures = context.counter("database.failures");
    }

    /** Takes an input, and acks or fails it now or later. */
    abstract void add(Tuple input, Object[] row);

    abstract void close();

    final void pause() {
        if (!paused) {
            paused = true;
            out.pauseInput();
        }
    }

    final void resume() {
        if (paused) {
            paused = false;
            out.resumeInput();
        }
    }

    /**
     * Counts what a transaction has done. Rows that were refused are one error of the component, with its error policy.
     */
    final void wrote(int rows, List<RowWriter.Refused> refused) {
        written.add(rows - refused.size());
        if (refused.isEmpty()) {
            return;
        }
        refusals.add(refused.size());
        SQLException cause = refused.get(0).cause();
        raise(database.failure(
                refused.size() + " of " + rows + " rows are refused by " + database.target()
                        + " and not written, the first for: ",
                "",
                cause));
    }

    /** An exception of a command is an error of the component; a call of the collector would only be logged. */
    private void raise(TopologyException error) {
        try {
            context.execute(() -> {
                throw error;
            });
        } catch (RejectedExecutionException e) {
            out.reportError(error);
        }
    }

    /** Counts a failure, and makes one line of it. */
    final TopologyException failed(String what, SQLException cause, String then) {
        failures.increment();
        return database.failure(
                what + " " + database.target() + " from node " + context.node() + ": ", "; " + then, cause);
    }
}
