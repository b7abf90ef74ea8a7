// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.Fields;
import io.millrace.api.Spout;
import io.millrace.api.error.MalformedException;
import io.millrace.formats.JsonFormat;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.ReadFormat;
import java.net.URI;

/** The events of {@link AdViews}: JSON objects of seven texts each, of which the time, in milliseconds since 1970, becomes a number. */
final class AdEvents implements ReadFormat {

    private static final long serialVersionUID = 1L;
    private static final int TIME = 5;

    private final JsonFormat texts = JsonFormat.fields(
                    "user_id", "page_id", "ad_id", "ad_type", "event_type", "event_time", "ip_address")
            .strict();

    /** Reads {@code kafka://SERVERS/TOPIC}, or the files of a directory with an event per line. */
    static Spout from(String place) {
        if (!place.startsWith("kafka://")) {
            return Spouts.files(place, new AdEvents());
        }
        URI topic = URI.create(place);
        return Spouts.kafka(topic.getAuthority(), topic.getPath().substring(1), new AdEvents());
    }

    @Override
    public Fields fields() {
        return texts.fields();
    }

    @Override
    public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
        Object[] values = texts.read(bytes, offset, length);
        values[TIME] = Long.valueOf(String.valueOf(values[TIME]));
        return values;
    }
}
