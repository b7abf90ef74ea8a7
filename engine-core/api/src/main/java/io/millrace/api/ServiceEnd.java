package io.millrace.api;

import java.util.Objects;

/**
 * Says whether a component is an end of the topology at which a service feeds, asks or takes. Immutable. Made by {@code Spouts.fed} and {@code Bolts.results}.
 *
 * @param answers the fields of an answer; empty for an end that answers nothing but that it is done
 * @param retries how often a tracked tuple is repeated that failed or timed out, from 0
 * @param holds for results: whether tuples wait while nobody subscribes
 */
public record ServiceEnd(Kind kind, Fields answers, int retries, boolean holds) {

    /** What a service does there. */
    public enum Kind {
        /** Nothing: an ordinary component. */
        NONE,
        FED,
        RESULTS
    }

    /** Of a component that is no such end. */
    static final ServiceEnd NONE = new ServiceEnd(Kind.NONE, Fields.of(), 0, false);

    public ServiceEnd {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(answers);
    }

    /** Implemented by components of this package that are such an end. */
    interface Holder {
        ServiceEnd serviceEnd();
    }
}
