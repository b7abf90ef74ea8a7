// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The seven fields of an event of the Yahoo Streaming Benchmark. All engines read it with the same parser, as that is
 * no part of an engine.
 *
 * @param time milliseconds of the clock of {@link AdEvents#millis}
 */
public record AdEvent(String user, String page, String ad, String adType, String type, long time, String address) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Reads an object of strings, whose names are those of the benchmark. */
    public static AdEvent parse(String json) {
        String user = null;
        String page = null;
        String ad = null;
        String adType = null;
        String type = null;
        String time = null;
        String address = null;
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                String value = parser.nextTextValue();
                switch (name) {
                    case "user_id" -> user = value;
                    case "page_id" -> page = value;
                    case "ad_id" -> ad = value;
                    case "ad_type" -> adType = value;
                    case "event_type" -> type = value;
                    case "event_time" -> time = value;
                    case "ip_address" -> address = value;
                    default -> throw new IOException("an event has no field " + name);
                }
            }
            return new AdEvent(user, page, ad, adType, type, millis(time), address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without the fraction that events of a topic have. */
    private static long millis(String time) {
        int point = time.indexOf('.');
        return Long.parseLong(time, 0, point < 0 ? time.length() : point, 10);
    }

    public boolean isView() {
        return type.equals(AdEvents.VIEW);
    }
}
