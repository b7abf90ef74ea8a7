package io.millrace.connectors.http;

import io.millrace.api.Bolt;
import io.millrace.api.ConnectorProvider;
import io.millrace.api.ReadFormat;
import io.millrace.api.Spout;
import io.millrace.api.WriteFormat;
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
