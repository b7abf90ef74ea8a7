// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import java.util.Objects;

/**
 * Says whether a component is an end of the topology at which a service feeds, asks or takes. Immutable. Made by {@code
 * Spouts.fed} and {@code Bolts.results}.
 *
 * @param answers the fields of an answer; empty for an end that only reports that the tuple is processed
 * @param retries the most repetitions of a tracked tuple that failed or timed out, from 0
 * @param holds whether tuples of a results bolt wait while there is no subscription
 */
public record ServiceEnd(Kind kind, Fields answers, int retries, boolean holds) {

    /** The use of the component by a service. */
    public enum Kind {
        /** The component is an ordinary one, which no service uses. */
        NONE,
        FED,
        RESULTS
    }

    /** The value for a component that is no such end. */
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
