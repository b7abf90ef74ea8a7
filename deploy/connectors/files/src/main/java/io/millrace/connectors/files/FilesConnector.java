// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Bolt;
import io.millrace.api.Spout;
import io.millrace.operators.ConnectorProvider;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What {@code Spouts.files} and {@code Sinks.files} make. */
public final class FilesConnector implements ConnectorProvider {

    @Override
    public String name() {
        return "files";
    }

    @Override
    public Spout source(Map<String, String> settings, ReadFormat format) {
        FileSource source = FileSource.lines(settings.get("path"));
        return format == null ? source : source.format(format);
    }

    @Override
    public Bolt sink(Map<String, String> settings, WriteFormat format) {
        FileSink sink = FileSink.lines(settings.get("directory"));
        return format == null ? sink : sink.format(input -> new String(format.write(input), StandardCharsets.UTF_8));
    }
}
