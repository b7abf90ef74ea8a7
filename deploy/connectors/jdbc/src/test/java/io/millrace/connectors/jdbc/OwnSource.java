// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The data source of the README. */
final class OwnSource {

    private OwnSource() {}

    static JdbcSink orders(String url) {
        return JdbcSink.to("the database of orders", () -> {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(url);
            config.setDriverClassName("org.h2.Driver");
            config.setMaximumPoolSize(1);
            config.setConnectionInitSql("set lock_timeout 2000");
            return new HikariDataSource(config);
        });
    }
}
