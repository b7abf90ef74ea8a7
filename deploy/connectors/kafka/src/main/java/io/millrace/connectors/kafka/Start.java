// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.time.Instant;

/** Where a source begins in a partition of which no snapshot says the position. */
public final class Start implements Serializable {

    private static final long serialVersionUID = 1L;

    enum Kind {
        EARLIEST,
        LATEST,
        TIMESTAMP,
        COMMITTED
    }

    private final Kind kind;
    private final long millis;

    private Start(Kind kind, long millis) {
        this.kind = kind;
        this.millis = millis;
    }

    /** Starts at the oldest record that there is. */
    public static Start earliest() {
        return new Start(Kind.EARLIEST, 0);
    }

    /** Starts behind the newest record that there is when the task begins. */
    public static Start latest() {
        return new Start(Kind.LATEST, 0);
    }

    /** Starts at the first record with this timestamp or a later one; behind the newest one if there is none. */
    public static Start at(Instant time) {
        if (time == null) {
            throw new TopologyException("the time is null: give one");
        }
        return new Start(Kind.TIMESTAMP, time.toEpochMilli());
    }

    /** Starts at what {@link KafkaSource#group the group} committed; at the oldest record where nothing was. */
    public static Start committed() {
        return new Start(Kind.COMMITTED, 0);
    }

    Kind kind() {
        return kind;
    }

    long millis() {
        return millis;
    }
}
