// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Bolt;
import io.millrace.api.Spout;
import io.millrace.operators.ConnectorProvider;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;

/** What {@code Spouts.http} and {@code Sinks.http} make. */
public final class HttpConnector implements ConnectorProvider {

    @Override
    public String name() {
        return "http";
    }

    @Override
    public Spout source(Map<String, String> settings, ReadFormat format) {
        HttpSource source =
                HttpSource.listen(Integer.parseInt(settings.get("port"))).path(settings.get("path"));
        return format == null ? source : source.format(format);
    }

    @Override
    public Bolt sink(Map<String, String> settings, WriteFormat format) {
        HttpSink sink = HttpSink.post(settings.get("url"));
        return format == null ? sink : sink.format(format);
    }
}
