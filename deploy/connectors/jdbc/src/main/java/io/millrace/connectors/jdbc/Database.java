// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/** The transactions of a task, each with a connection of its data source. Called by one thread at a time. */
final class Database implements AutoCloseable {

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private final Target target;
    private final Secrets secrets = new Secrets();
    private final DataSource source;

    /** Whether the last transaction was committed, so that the next one may get its connection. */
    private boolean used;

    /**
     * @param task as threads of the data source are called
     * @throws TopologyException if there is no driver, or a secret is missing
     */
    Database(Target target, String task) {
        this.target = target;
        source = target.open(secrets, task);
    }

    Target target() {
        return target;
    }

    /** Returns why a driver has failed, in one line without secrets. */
    String reason(SQLException e) {
        return secrets.hide(JdbcErrors.reason(e));
    }

    /** Makes one line of what a driver has thrown. Its own text and causes are left out if they tell a secret. */
    TopologyException failure(String what, String then, SQLException cause) {
        return secrets.hide(
                new TopologyException(what + JdbcErrors.reason(cause) + ": " + JdbcErrors.remedy(cause) + then, cause));
    }

    /** Makes of what a driver must not throw what it may. */
    static SQLException broken(RuntimeException e) {
        return new SQLException("the driver has failed: " + e, e);
    }

    /**
     * Does the work and commits. After an exception of the commit it is not known whether it has taken place, so the
     * work must be able to find out, or be such that may be repeated. A connection that was used before may have been
     * closed by the database meanwhile, so the first failure of one leads to a second attempt at once.
     */
    <T> T transact(Work<T> work) throws SQLException {
        boolean mayBeOld = used;
        used = false;
        Connection connection = connect();
        try {
            return once(connection, work);
        } catch (SQLException e) {
            if (!mayBeOld || JdbcErrors.isOfRow(e)) {
                throw e;
            }
        }
        return once(connect(), work);
    }

    private Connection connect() throws SQLException {
        try {
            Connection connection = source.getConnection();
            if (connection == null) {
                throw new SQLException("the data source has returned null");
            }
            if (connection.getAutoCommit()) {
                connection.setAutoCommit(false);
            }
            return connection;
        } catch (SQLTransientConnectionException e) {
            throw reasonOf(e);
        } catch (TopologyException e) {
            throw e;
        } catch (RuntimeException e) {
            throw broken(e);
        }
    }

    /** A pool says that a time is over; why there was no connection is the cause, if that is known. */
    private static SQLException reasonOf(SQLTransientConnectionException e) {
        if (e.getCause() instanceof TopologyException cause) {
            throw cause;
        }
        if (e.getCause() instanceof SQLException cause) {
            return cause;
        }
        return e.getSQLState() == null ? new SQLException(e.getMessage(), "08001", e) : e;
    }

    private <T> T once(Connection connection, Work<T> work) throws SQLException {
        try {
            T result = work.in(connection);
            connection.commit();
            used = true;
            return result;
        } catch (TopologyException | CommitTable.SupersededException e) {
            throw e;
        } catch (RuntimeException e) {
            throw broken(e);
        } finally {
            if (used) {
                quietly(connection::close);
            } else {
                giveUp(connection);
            }
        }
    }

    /** Rolls back what was not committed. The connection may be broken, and is not used again if that is ours to say. */
    private void giveUp(Connection connection) {
        // Not all drivers do this when a connection is closed
        quietly(connection::rollback);
        if (source instanceof HikariDataSource pool) {
            pool.evictConnection(connection);
        }
        quietly(connection::close);
    }

    /** What a call of a connection that is not used any more may throw. */
    @FunctionalInterface
    private interface LastCall {
        void make() throws SQLException;
    }

    private static void quietly(LastCall call) {
        try {
            call.make();
        } catch (SQLException | RuntimeException e) {
            // The connection is broken, and its transaction with it
        }
    }

    /** Ends the data source with its threads, for which an interrupted thread would not wait. */
    @Override
    public void close() {
        if (!(source instanceof AutoCloseable closing)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            closing.close();
        } catch (Exception e) {
            throw secrets.hide(new TopologyException("cannot close the data source of " + target + ": " + e, e));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
