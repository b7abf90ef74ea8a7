// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.BoltCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of a topology without snapshots: written when there are enough, or after a time, and acked then. When a
 * transaction fails it is tried again each second, and the input waits, so that there is never more than a batch.
 */
final class Batches extends TaskRows {

    private static final long RETRY_NANOS = 1_000_000_000L;

    private final long flushNanos;

    private List<Tuple> inputs = new ArrayList<>();
    private List<Object[]> rows = new ArrayList<>();
    private boolean failing;

    Batches(TaskContext context, BoltCollector out, Database database, RowWriter writer, long flushNanos) {
        super(context, out, database, writer);
        this.flushNanos = flushNanos;
    }

    @Override
    void add(Tuple input, Object[] row) {
        inputs.add(input);
        rows.add(row);
        if (rows.size() == 1) {
            List<Object[]> begun = rows;
            context.executeAt(context.nanoTime() + flushNanos, () -> {
                if (rows == begun && !failing) {
                    flush();
                }
            });
        }
        if (rows.size() >= writer.batchRows() && !failing) {
            flush();
        }
    }

    private void flush() {
        List<RowWriter.Refused> refused;
        try {
            refused = database.transact(connection -> writer.write(connection, rows));
        } catch (SQLException e) {
            later(e);
            return;
        }
        failing = false;
        List<Tuple> done = inputs;
        inputs = new ArrayList<>();
        rows = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < done.size(); i++) {
            if (next < refused.size() && refused.get(next).index() == i) {
                out.fail(done.get(i), reason(refused.get(next)));
                next++;
            } else {
                out.ack(done.get(i));
            }
        }
        wrote(done.size(), refused);
        resume();
    }

    private void later(SQLException cause) {
        TopologyException error =
                failed("cannot write to", cause, "its input waits, and it is tried again each second");
        if (!failing) {
            failing = true;
            pause();
            out.reportError(error);
        }
        context.executeAt(context.nanoTime() + RETRY_NANOS, this::flush);
    }

    @Override
    void close() {
        if (rows.isEmpty()) {
            return;
        }
        try {
            List<RowWriter.Refused> refused = database.transact(connection -> writer.write(connection, rows));
            refused.forEach(each -> out.fail(inputs.get(each.index()), reason(each)));
            refused.forEach(each -> inputs.set(each.index(), null));
            inputs.stream().filter(each -> each != null).forEach(out::ack);
        } catch (SQLException e) {
            TopologyException error = failed("cannot write to", e, inputs.size() + " inputs fail, as the task ends");
            out.reportError(error);
            inputs.forEach(each -> out.fail(each, error.getMessage()));
        }
        rows.clear();
    }

    private String reason(RowWriter.Refused row) {
        return "its row is refused by " + database.target() + ": " + database.reason(row.cause());
    }
}
