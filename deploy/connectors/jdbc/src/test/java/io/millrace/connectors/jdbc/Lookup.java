// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.async.AsyncFunction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The look-up of the README. */
final class Lookup {

    private Lookup() {}

    static final class Prices implements AsyncFunction<Integer> {

        private static final long serialVersionUID = 1L;
        private static final int CONNECTIONS = 4;

        private final String url;
        private transient ExecutorService threads;
        private transient Queue<Connection> idle;

        Prices(String url) {
            this.url = url;
        }

        @Override
        public void open(TaskContext context) {
            idle = new ConcurrentLinkedQueue<>();
            threads = Executors.newFixedThreadPool(CONNECTIONS);
        }

        @Override
        public CompletionStage<Integer> call(Tuple order) {
            String article = order.getString("article");
            return CompletableFuture.supplyAsync(() -> price(article), threads);
        }

        /** Any of the threads. A connection that has failed is not used again. */
        private Integer price(String article) {
            Connection connection = idle.poll();
            try {
                if (connection == null) {
                    connection = DriverManager.getConnection(url);
                }
                Integer cents = price(connection, article);
                idle.add(connection);
                return cents;
            } catch (SQLException e) {
                closeQuietly(connection);
                throw new CompletionException(e);
            }
        }

        private static Integer price(Connection connection, String article) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement("select cents from prices where article = ?")) {
                select.setString(1, article);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? rows.getInt(1) : null;
                }
            }
        }

        private static void closeQuietly(Connection connection) {
            try {
                if (connection != null) {
                    connection.close();
                }
            } catch (SQLException e) {
                // It is gone
            }
        }

        @Override
        public void close() {
            threads.shutdownNow();
            idle.forEach(Prices::closeQuietly);
        }
    }

    static void add(TopologyBuilder builder, String url) {
        builder.setBolt(
                        "priced",
                        Bolts.async(
                                "cents",
                                Bolts.cached(new Prices(url), 100_000, Duration.ofMinutes(5), "article"),
                                1_000,
                                Duration.ofSeconds(2)))
                .fields("orders", "article");
    }
}
