// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.io.Serializable;
import javax.sql.DataSource;

/**
 * Makes the data source of a task: {@link JdbcSink#to(String, DataSourceFactory)}. It becomes part of the topology, and
 * is called on the worker.
 */
@FunctionalInterface
public interface DataSourceFactory extends Serializable {

    /**
     * Returns a data source that one task uses: of a pool, because the task takes a connection for each transaction,
     * and gives it back afterwards. It is closed with the task if it is {@link AutoCloseable}. If this throws, the
     * worker does not start.
     */
    DataSource make();
}
