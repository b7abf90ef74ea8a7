// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.sql.Connection;
import java.sql.SQLException;

/** The connection of a task, which is made when it is needed, and again after each error. */
final class Database implements AutoCloseable {

    /** What is done in one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    private final JdbcTarget target;
    private final Secrets secrets = new Secrets();
    private Connection connection;

    /** @throws TopologyException if there is no driver, or a secret is missing */
    Database(JdbcTarget target) {
        this.target = target;
        target.check(secrets);
    }

    JdbcTarget target() {
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

    /**
     * Does the work and commits. After an exception of the commit it is not known whether it has taken place, so the
     * work must be able to find out, or be such that may be repeated. A connection that was used before may have been
     * closed by the database meanwhile, so the first failure of one leads to a second attempt at once.
     */
    <T> T transact(Work<T> work) throws SQLException {
        boolean used = connection != null;
        try {
            return once(work);
        } catch (SQLException e) {
            if (!used || JdbcErrors.isOfRow(e)) {
                throw e;
            }
            return once(work);
        }
    }

    private <T> T once(Work<T> work) throws SQLException {
        boolean done = false;
        try {
            if (connection == null) {
                connection = target.connect(secrets);
                connection.setAutoCommit(false);
            }
            T result = work.in(connection);
            connection.commit();
            done = true;
            return result;
        } catch (TopologyException | CommitTable.SupersededException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new SQLException("the driver has failed: " + e, e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /** Closes the connection, which rolls back what was not committed. */
    @Override
    public void close() {
        Connection old = connection;
        connection = null;
        if (old == null) {
            return;
        }
        try {
            // Not all drivers do this when a connection is closed
            old.rollback();
        } catch (SQLException e) {
            // It is broken, and its transaction with it
        }
        try {
            old.close();
        } catch (SQLException e) {
            // The connection is broken, and is given up anyway
        }
    }
}
