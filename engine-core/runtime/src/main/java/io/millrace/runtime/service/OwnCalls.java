// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Refuses calls of a topology's own threads, by its components and by callbacks of stages, that would wait for these
 * threads. Without it such a call holds up its executor until a time-out. Any thread.
 */
public final class OwnCalls {

    private final String topology;
    private final Supplier<Optional<String>> caller;

    /** @param caller returns the component and task that the current thread calls; empty for a thread of others */
    public OwnCalls(String topology, Supplier<Optional<String>> caller) {
        this.topology = topology;
        this.caller = caller;
    }

    /** @throws IllegalStateException in one line, if this thread belongs to the topology */
    public void refuse(String call) {
        refuse(() -> call);
    }

    /** Refuses a call as {@link #refuse(String)}; the text is made for a refusal only. */
    void refuse(Supplier<String> call) {
        caller.get().ifPresent(component -> {
            throw new IllegalStateException(component + ": " + call.get() + " of topology '" + topology
                    + "' is called by a thread of that topology, which it would wait for: let another thread call it");
        });
    }
}
