// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.async.AsyncFunction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
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
        private transient HikariDataSource pool;

        Prices(String url) {
            this.url = url;
        }

        @Override
        public void open(TaskContext context) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setDriverClassName("org.h2.Driver");
            config.setMaximumPoolSize(CONNECTIONS);
            pool = new HikariDataSource(config);
            threads = Executors.newFixedThreadPool(CONNECTIONS);
        }

        @Override
        public CompletionStage<Integer> call(Tuple order) {
            String article = order.getString("article");
            return CompletableFuture.supplyAsync(() -> price(article), threads);
        }

        private Integer price(String article) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement select =
                            connection.prepareStatement("select cents from prices where article = ?")) {
                select.setString(1, article);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? rows.getInt(1) : null;
                }
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        }

        @Override
        public void close() {
            threads.shutdownNow();
            pool.close();
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
