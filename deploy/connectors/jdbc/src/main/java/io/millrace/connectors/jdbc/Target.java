// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import javax.sql.DataSource;

/** Which database a sink writes to. Its text is what errors call it. Immutable. */
interface Target extends Serializable {

    /**
     * Makes the data source of a task, without connecting.
     *
     * @param secrets learn what must be hidden
     * @param task as threads of the data source are called
     * @throws TopologyException if it cannot be made, such as without a driver or with a secret missing
     */
    DataSource open(Secrets secrets, String task);

    /** Returns the same database with another property of its driver. */
    Target with(String name, String value);

    /** A data source of the author's own. */
    record Own(String name, DataSourceFactory factory) implements Target {

        private static final long serialVersionUID = 1L;

        @Override
        public DataSource open(Secrets secrets, String task) {
            DataSource source = factory.make();
            if (source == null) {
                throw new TopologyException("the factory for " + name + " has returned null: return a data source");
            }
            return source;
        }

        @Override
        public Target with(String property, String value) {
            throw new TopologyException("the property '" + property + "' is for a URL, and " + name
                    + " has a data source of its own: set it in the factory");
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
