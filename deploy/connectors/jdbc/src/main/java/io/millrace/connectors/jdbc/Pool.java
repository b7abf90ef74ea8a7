// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The pool behind a URL, of one connection, as a task has one transaction at a time. It makes the connection when it is
 * needed, asks whether one that was idle is alive, and replaces one that is old.
 */
final class Pool {

    /**
     * How long a task waits for a connection. The pool goes on with one that takes longer, and tries again meanwhile if
     * the database refuses it.
     */
    static final long WAIT_MILLIS = 1_000;

    private Pool() {}

    /** @param name of the pool, with which its threads begin */
    static HikariDataSource of(DataSource source, String name) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setPoolName(name);
        config.setAutoCommit(false);
        config.setMaximumPoolSize(1);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.setExceptionOverride(new NotByErrors());
        return new HikariDataSource(config);
    }

    /** {@link Database} gives up a connection after each failure, and the pool would log what the driver says. */
    private static final class NotByErrors implements SQLExceptionOverride {

        @java.lang.Override
        public Override adjudicate(SQLException e) {
            return Override.DO_NOT_EVICT;
        }
    }
}
