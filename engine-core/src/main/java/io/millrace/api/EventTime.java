package io.millrace.api;

import java.time.Duration;

/**
 * How the event time of a spout's tuples is known. Immutable. Declared by {@link SpoutDeclarer#eventTime}.
 *
 * @param field of the output streams that has it; empty if the spout has none
 * @param latenessMillis how far a tuple may be behind the latest one of its task before it, from 0
 * @param idleMillis after this time without a tuple the task holds nothing back; 0 if it always does
 */
public record EventTime(String field, long latenessMillis, long idleMillis) {

    /** Of a component without event time. */
    public static final EventTime NONE = new EventTime("", 0, 0);

    static EventTime of(String field, Duration lateness, Duration idleAfter) {
        return new EventTime(field, lateness.toMillis(), idleAfter.toMillis());
    }

    public boolean isKnown() {
        return !field.isEmpty();
    }
}
