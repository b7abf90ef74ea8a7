// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.Bolt;
import io.millrace.api.Spout;
import io.millrace.operators.ConnectorProvider;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import java.util.Map;

/** What {@code Spouts.kafka} and {@code Sinks.kafka} make. */
public final class KafkaConnector implements ConnectorProvider {

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Spout source(Map<String, String> settings, ReadFormat format) {
        KafkaSource source = KafkaSource.topic(settings.get("servers"), settings.get("topic"));
        return format == null ? source : source.format(format);
    }

    @Override
    public Bolt sink(Map<String, String> settings, WriteFormat format) {
        KafkaSink sink = KafkaSink.topic(settings.get("servers"), settings.get("topic"));
        return format == null ? sink : sink.format(format);
    }
}
