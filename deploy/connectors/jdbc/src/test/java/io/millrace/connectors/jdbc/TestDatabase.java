// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A database in memory, which is there until it is closed. */
final class TestDatabase implements AutoCloseable {

    private final String name = "h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=5000";
    private final Connection connection;

    TestDatabase(String... statements) throws SQLException {
        connection = DriverManager.getConnection("jdbc:" + name);
        for (String each : statements) {
            execute(each);
        }
    }

    String url() {
        return "jdbc:" + name;
    }

    /** Leads through {@link FaultyDriver}. */
    String faultyUrl() {
        return FaultyDriver.PREFIX + name;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the rows, each as its values separated by blanks. */
    List<String> query(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    static List<String> rows(ResultSet rows) throws SQLException {
        List<String> found = new ArrayList<>();
        while (rows.next()) {
            StringBuilder row = new StringBuilder(String.valueOf(rows.getString(1)));
            for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
                row.append(' ').append(rows.getString(i));
            }
            found.add(row.toString());
        }
        return found;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
