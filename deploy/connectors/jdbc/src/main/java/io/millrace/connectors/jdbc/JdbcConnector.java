// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.Bolt;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.ConnectorProvider;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;

/** Makes {@code Sinks.jdbc}. */
public final class JdbcConnector implements ConnectorProvider {

    @Override
    public String name() {
        return "jdbc";
    }

    /** @param settings {@code url} and {@code sql}, whose parameters are called as the fields */
    @Override
    public Bolt sink(Map<String, String> settings, WriteFormat format) {
        if (format != null) {
            throw new TopologyException(
                    "a sink of a database has a format, which it has no use for: name the fields in the statement");
        }
        return JdbcSink.to(settings.get("url")).statement(settings.get("sql"));
    }
}
