// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.Bolt;
import io.millrace.connectors.jdbc.JdbcSink;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Upserts of a table of H2, which runs in this process and keeps its files in the scratch directory. */
final class JdbcSinkSide implements SinkSide {

    /** The size of the connector's batches. */
    private static final int BATCH_ROWS = 500;

    /** A transaction of H2 costs more per row the larger it is: about what it writes between two commits. */
    private static final long INTERVAL_BYTES = 8 << 20;

    private final Job job;

    JdbcSinkSide(Job job) throws IOException {
        this.job = job;
        try (Connection connection = DriverManager.getConnection(job.place());
                Statement statement = connection.createStatement()) {
            statement.execute("create table messages (id integer primary key, number bigint, text varchar)");
        } catch (SQLException e) {
            throw new IOException("cannot make the table in " + job.place(), e);
        }
    }

    @Override
    public Bolt connector() {
        return new WatchedSink<>(JdbcSink.to(job.place())
                .intervalBytes(INTERVAL_BYTES)
                .statement("merge into messages (id, number, text) key (id) values (:key, :number, :text)"));
    }

    @Override
    public void writeBare(Commits commits) throws IOException {
        Messages messages = new Messages(job.bytes());
        Rounds rounds = new Rounds(job);
        try (Connection connection = DriverManager.getConnection(job.place())) {
            connection.setAutoCommit(false);
            for (long count = 0; !commits.isOver(); ) {
                try (PreparedStatement upsert = connection.prepareStatement(
                        "merge into messages (id, number, text) key (id) values (?, ?, ?)")) {
                    count = writeInterval(upsert, messages, count, rounds);
                }
                connection.commit();
                commits.add(count);
            }
        } catch (SQLException e) {
            throw new IOException("cannot write to " + job.place(), e);
        }
    }

    private static long writeInterval(PreparedStatement upsert, Messages messages, long from, Rounds rounds)
            throws SQLException {
        long count = from;
        int batched = 0;
        boolean due;
        do {
            upsert.setObject(1, MessageSpout.key(count));
            upsert.setObject(2, count);
            upsert.setObject(3, messages.text(count));
            upsert.addBatch();
            count++;
            batched++;
            due = rounds.isDue();
            if (due || batched == BATCH_ROWS) {
                upsert.executeBatch();
                batched = 0;
            }
        } while (!due);
        return count;
    }

    @Override
    public long visible(int commits) throws IOException {
        try (Connection connection = DriverManager.getConnection(job.place());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select max(number) from messages")) {
            rows.next();
            return rows.getLong(1) + 1;
        } catch (SQLException e) {
            throw new IOException("cannot read " + job.place(), e);
        }
    }

    @Override
    public void close() {
        // Its files are removed with the scratch directory
    }
}
