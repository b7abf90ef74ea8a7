package io.millrace.cluster.controller;

import io.millrace.cluster.registry.Registry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Since when ZooKeeper has not answered, so that what a controller tells of topologies may be old. Any thread. */
final class Staleness {

    private final Registry registry;
    private final Clock clock;

    /** Null while there is a connection. */
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

    /** A line for those who read what is known; empty while ZooKeeper answers. */
    Optional<String> problem() {
        return Optional.ofNullable(since.get())
                .map(when -> "ZooKeeper at " + registry.address() + " has not answered since " + when
                        + ": status and workers are as of then");
    }
}
