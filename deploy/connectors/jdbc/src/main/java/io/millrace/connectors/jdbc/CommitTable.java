// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.error.TopologyException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The table that says which intervals have been written. All is done within transactions of the caller:
 *
 * <pre>
 *   topology     id of the submission, so that a later topology of the same name has rows of its own
 *   component
 *   task         index of the task; -1 for the component as a whole
 *   generation   the newest that has recovered: an older one must not write any more
 *   snapshot_id  what was prepared for this snapshot and earlier ones is written
 * </pre>
 *
 * <p>The first statement of a writer changes the row, and so locks it until the end of the transaction: two instances
 * of a task cannot write the same interval. An instance of an earlier generation whose index no later task has is
 * stopped by the component's row, which the first task sets before any snapshot of the later generation can be
 * committed.
 */
final class CommitTable {

    /** Index of the component's own row. */
    static final int COMPONENT = -1;

    private static final String KEY = " where topology = ? and component = ? and task = ?";

    private final String table;
    private final String component;

    /** @param table a name that was checked, as it becomes part of statements */
    CommitTable(String table, String component) {
        this.table = table;
        this.component = component;
    }

    /** A generation of the topology was begun that is later than that of the caller. */
    static final class SupersededException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SupersededException(String message) {
            super(message);
        }
    }

    /** Creates the table if it is not there. Several tasks may do this at a time. */
    void create(Database database) throws SQLException {
        if (exists(database)) {
            return;
        }
        try {
            database.transact(connection -> {
                try (PreparedStatement create = connection.prepareStatement("create table " + table
                        + " (topology varchar(100) not null, component varchar(256) not null, task integer not null,"
                        + " generation decimal(19) not null, snapshot_id decimal(19) not null,"
                        + " primary key (topology, component, task))")) {
                    return create.executeUpdate();
                }
            });
        } catch (SQLException e) {
            if (!exists(database)) {
                throw e;
            }
        }
    }

    private boolean exists(Database database) throws SQLException {
        try {
            return database.transact(connection -> {
                try (PreparedStatement select =
                        connection.prepareStatement("select topology from " + table + " where 1 = 0")) {
                    select.executeQuery().close();
                    return true;
                }
            });
        } catch (SQLException e) {
            // Databases differ in how they say that there is no table; creating it shows whether it was that
            if (JdbcErrors.isOfConnection(e)) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Begins a generation at a task's row, and locks it.
     *
     * @return the snapshot up to which all is written
     * @throws SupersededException if a later generation has begun
     */
    long claim(Connection connection, String topology, int task, long generation) throws SQLException {
        int changed =
                update(connection, "generation = ?", " and generation <= ?", topology, task, generation, generation);
        if (changed == 1) {
            return row(connection, topology, task)[1];
        }
        long[] found = row(connection, topology, task);
        if (found == null) {
            insert(connection, topology, task, generation, 0);
            return 0;
        }
        if (found[0] > generation) {
            throw superseded(topology, task, found[0], generation);
        }
        // A driver may count only rows that got other values
        return found[1];
    }

    /** Throws if the component has begun a later generation. */
    void check(Connection connection, String topology, long generation) throws SQLException {
        long[] found = row(connection, topology, COMPONENT);
        if (found != null && found[0] > generation) {
            throw superseded(topology, COMPONENT, found[0], generation);
        }
    }

    /**
     * Notes that a snapshot is written, and locks the row.
     *
     * @return false if this was noted before
     * @throws SupersededException if a later generation has begun
     */
    boolean advance(Connection connection, String topology, int task, long generation, long snapshotId)
            throws SQLException {
        int changed = update(
                connection,
                "snapshot_id = ?",
                " and generation = ? and snapshot_id < ?",
                topology,
                task,
                snapshotId,
                generation,
                snapshotId);
        if (changed == 1) {
            return true;
        }
        long[] found = row(connection, topology, task);
        if (found == null) {
            throw new TopologyException(
                    "the table " + table + " has no row for task " + task + " of component '" + component + "' of "
                            + topology + ", which was there: restore it, or delete no rows of running topologies");
        }
        if (found[0] != generation) {
            throw superseded(topology, task, found[0], generation);
        }
        return false;
    }

    /**
     * Same as {@link #advance} for a row of another topology, of which a savepoint was made: that one may go on, so its
     * generation stays.
     */
    boolean advanceOther(Connection connection, String topology, int task, long snapshotId) throws SQLException {
        if (update(connection, "snapshot_id = ?", " and snapshot_id < ?", topology, task, snapshotId, snapshotId)
                == 1) {
            return true;
        }
        if (row(connection, topology, task) != null) {
            return false;
        }
        insert(connection, topology, task, 0, snapshotId);
        return true;
    }

    private SupersededException superseded(String topology, int task, long found, long own) {
        return new SupersededException(
                "generation " + own + " of " + topology + " writes no more rows of component '" + component
                        + (task == COMPONENT ? "'" : "', task " + task) + ": generation " + found
                        + " has begun elsewhere, and writes them");
    }

    private int update(
            Connection connection, String change, String condition, String topology, int task, long set, long... also)
            throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update " + table + " set " + change + KEY + condition)) {
            int at = 1;
            update.setLong(at++, set);
            update.setString(at++, topology);
            update.setString(at++, component);
            update.setInt(at++, task);
            for (long each : also) {
                update.setLong(at++, each);
            }
            return update.executeUpdate();
        }
    }

    /** Returns generation and snapshot; null if there is no row. */
    private long[] row(Connection connection, String topology, int task) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select generation, snapshot_id from " + table + KEY)) {
            select.setString(1, topology);
            select.setString(2, component);
            select.setInt(3, task);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? new long[] {rows.getLong(1), rows.getLong(2)} : null;
            }
        }
    }

    private void insert(Connection connection, String topology, int task, long generation, long snapshotId)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into " + table
                + " (topology, component, task, generation, snapshot_id) values (?, ?, ?, ?, ?)")) {
            insert.setString(1, topology);
            insert.setString(2, component);
            insert.setInt(3, task);
            insert.setLong(4, generation);
            insert.setLong(5, snapshotId);
            insert.executeUpdate();
        }
    }
}
