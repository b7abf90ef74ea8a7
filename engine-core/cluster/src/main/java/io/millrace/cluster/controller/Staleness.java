// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.cluster.registry.Registry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The time since which ZooKeeper has not answered, so that the view of topologies may be outdated. Any thread. */
final class Staleness {

    private final Registry registry;
    private final Clock clock;

    /** The time of the loss of the connection; null while there is one. */
    private final AtomicReference<Instant> since = new AtomicReference<>();

    Staleness(Registry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
        registry.onConnection(this::note);
        note();
    }

    private void note() {
        if (registry.connected()) {
            since.set(null);
        } else {
            since.compareAndSet(null, clock.instant().truncatedTo(ChronoUnit.SECONDS));
        }
    }

    /** Returns a warning for readers of the view; empty while ZooKeeper answers. */
    Optional<String> problem() {
        return Optional.ofNullable(since.get())
                .map(when -> "ZooKeeper at " + registry.address() + " has not answered since " + when
                        + ": status and workers are as of then");
    }
}
