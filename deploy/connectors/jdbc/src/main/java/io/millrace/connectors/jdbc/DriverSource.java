// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connects by the driver of a URL; the pool calls it, on a thread of its own. What it throws has no secret in it, as
 * the pool logs that.
 */
final class DriverSource implements DataSource {

    private final JdbcTarget target;
    private final Secrets secrets;

    /** The pool waits so long for its threads when it is closed. */
    private volatile int loginTimeout;

    DriverSource(JdbcTarget target, Secrets secrets) {
        this.target = target;
        this.secrets = secrets;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            return target.connect(secrets);
        } catch (SQLException e) {
            throw withoutSecrets(e);
        } catch (TopologyException e) {
            throw e;
        } catch (RuntimeException e) {
            throw withoutSecrets(Database.broken(e));
        }
    }

    private SQLException withoutSecrets(SQLException e) {
        TopologyException whole = new TopologyException(String.valueOf(e.getMessage()), e);
        TopologyException hidden = secrets.hide(whole);
        return hidden == whole ? e : new SQLException(hidden.getMessage(), e.getSQLState(), e.getErrorCode());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("user and password are properties of the driver");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // The engine has a log
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("the log is not that of the JDK");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is nothing behind the driver");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
