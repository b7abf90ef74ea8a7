// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows within a transaction, in batches. If the database refuses a row of a batch, the batch is undone and its
 * rows are written one by one, so that all others are written.
 */
final class RowWriter {

    /**
     * A row that the database will never take.
     *
     * @param index among the rows of this call, from 0
     */
    record Refused(int index, SQLException cause) {}

    private final SqlStatement statement;
    private final int batchRows;
    private final int timeoutSeconds;

    /** @param timeoutSeconds for the driver to end a statement */
    RowWriter(SqlStatement statement, int batchRows, int timeoutSeconds) {
        this.statement = statement;
        this.batchRows = batchRows;
        this.timeoutSeconds = timeoutSeconds;
    }

    int batchRows() {
        return batchRows;
    }

    /** Returns the rows that were refused. Any other failure is thrown, and the transaction must be undone. */
    List<Refused> write(Connection connection, Iterable<Object[]> rows) throws SQLException {
        List<Refused> refused = new ArrayList<>();
        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
            prepared.setQueryTimeout(timeoutSeconds);
            List<Object[]> batch = new ArrayList<>(batchRows);
            int first = 0;
            for (Object[] row : rows) {
                batch.add(row);
                if (batch.size() == batchRows) {
                    write(connection, prepared, batch, first, refused);
                    first += batch.size();
                    batch.clear();
                }
            }
            if (!batch.isEmpty()) {
                write(connection, prepared, batch, first, refused);
            }
        }
        return refused;
    }

    private void write(
            Connection connection, PreparedStatement prepared, List<Object[]> batch, int first, List<Refused> refused)
            throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            for (Object[] row : batch) {
                bind(prepared, row);
                prepared.addBatch();
            }
            prepared.executeBatch();
            release(connection, before);
            return;
        } catch (SQLException e) {
            if (!JdbcErrors.isOfRow(e)) {
                throw e;
            }
            prepared.clearBatch();
            connection.rollback(before);
        }
        for (int i = 0; i < batch.size(); i++) {
            writeOne(connection, prepared, batch.get(i), first + i, refused);
        }
    }

    private static void writeOne(
            Connection connection, PreparedStatement prepared, Object[] row, int index, List<Refused> refused)
            throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            bind(prepared, row);
            prepared.executeUpdate();
            release(connection, before);
        } catch (SQLException e) {
            if (!JdbcErrors.isOfRow(e)) {
                throw e;
            }
            connection.rollback(before);
            refused.add(new Refused(index, e));
        }
    }

    /** Databases keep savepoints until the end of the transaction, but some drivers cannot release them. */
    private static void release(Connection connection, Savepoint savepoint) {
        try {
            connection.releaseSavepoint(savepoint);
        } catch (SQLException e) {
            // It ends with the transaction
        }
    }

    private static void bind(PreparedStatement prepared, Object[] row) throws SQLException {
        for (int i = 0; i < row.length; i++) {
            Object value = row[i];
            if (value == null) {
                prepared.setNull(i + 1, Types.NULL);
            } else if (value instanceof byte[] bytes) {
                prepared.setBytes(i + 1, bytes);
            } else if (value instanceof Instant instant) {
                // A Timestamp would go through the local time of this JVM, which an hour of each autumn has twice
                prepared.setObject(i + 1, instant.atOffset(ZoneOffset.UTC));
            } else {
                prepared.setObject(i + 1, value);
            }
        }
    }
}
