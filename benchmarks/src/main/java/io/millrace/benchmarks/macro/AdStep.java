// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.Arrays;
import java.util.List;

/** The steps of {@link Shape#YAHOO_JSON} before the count, for engines whose tuples are lists of values. */
public enum AdStep {
    /** Replaces JSON and due time by the fields of the event, and the due time. */
    DESERIALIZE("user", "page", "ad", "adType", "type", "time", "address", "due") {
        @Override
        public List<Object> apply(List<Object> values) {
            AdEvent event = AdEvent.parse((String) values.get(0));
            return Arrays.asList(
                    event.user(),
                    event.page(),
                    event.ad(),
                    event.adType(),
                    event.type(),
                    event.time(),
                    event.address(),
                    values.get(1));
        }
    },
    /** Lets views pass. */
    FILTER("user", "page", "ad", "adType", "type", "time", "address", "due") {
        @Override
        public List<Object> apply(List<Object> values) {
            return values.get(4).equals(AdEvents.VIEW) ? values : null;
        }
    },
    /** Keeps the ad, the event time and the due time. */
    PROJECT("ad", "time", "due") {
        @Override
        public List<Object> apply(List<Object> values) {
            return Arrays.asList(values.get(2), values.get(5), values.get(7));
        }
    },
    /** Replaces the ad by its campaign. */
    JOIN("campaign", "time", "due") {
        @Override
        public List<Object> apply(List<Object> values) {
            return Arrays.asList(AdEvents.campaignOf((String) values.get(0)), values.get(1), values.get(2));
        }
    };

    private final List<String> fields;

    AdStep(String... fields) {
        this.fields = List.of(fields);
    }

    /** The names of what it returns. */
    public List<String> fields() {
        return fields;
    }

    /** Returns the values of the tuple to emit; null for none. */
    public abstract List<Object> apply(List<Object> values);
}
