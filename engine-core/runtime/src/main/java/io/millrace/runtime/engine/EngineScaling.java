// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.EngineHost;
import io.millrace.api.config.EngineBounds;
import java.util.function.LongSupplier;

/**
 * Lets the number of a task's engines follow the messages that wait for them, as an {@link EngineScaler} decides.
 * Confined to the task's thread, but for {@link #isElastic}.
 */
final class EngineScaling {

    /** The engines of the task. */
    interface Engines {

        /** Returns the number of engines, also those that are about to be ready. */
        int count();

        /** Returns the number of engines that are not ready yet. */
        int starting();

        /** Returns the number of engines that are ready and have no message. */
        int free();

        /** Returns the number of engines without a message since this time. */
        int idleSince(long time);

        void begin(int engines);

        /** Ends first the engines that are not ready, then those without a message. Others end after their messages. */
        void end(int engines);
    }

    private final EngineScaler scaler;
    private final EngineRoom room;
    private final int slots;
    private final LongSupplier clock;
    private final Engines engines;
    private final ServiceTime service = new ServiceTime();

    /** The host of the engines; null before the task has set it. */
    private EngineHost host;

    private volatile boolean elastic;

    EngineScaling(EngineScaler scaler, EngineRoom room, int slots, LongSupplier clock, Engines engines) {
        this.scaler = scaler;
        this.room = room;
        this.slots = slots;
        this.clock = clock;
        this.engines = engines;
        this.elastic = isElastic(scaler.bounds());
    }

    private static boolean isElastic(EngineBounds.Range bounds) {
        return bounds.min() < bounds.max();
    }

    /** Returns whether looks may change the number. Any thread. */
    boolean isElastic() {
        return elastic;
    }

    void host(EngineHost told) {
        host = told;
        room.has(this, engines.count());
    }

    void bounds(EngineBounds.Range bounds) {
        if (!bounds.equals(scaler.bounds())) {
            scaler.bounds(bounds);
            elastic = isElastic(bounds);
            apply(scaler.within(engines.count()));
        }
    }

    /** An engine has processed a message in this time. */
    void served(long nanos) {
        service.add(nanos);
    }

    /** Returns the mean time of a message in an engine; 0 before the first one. */
    long serviceNanos() {
        return service.nanos();
    }

    /** To be called every {@link EngineScaler#LOOK_NANOS}. */
    void look() {
        if (host == null) {
            return;
        }
        long now = clock.getAsLong();
        long headAge = host.headAgeNanos();
        boolean late = scaler.isLate(headAge);
        apply(scaler.look(new EngineScaler.Look(
                headAge,
                late ? host.waiting() : 0,
                late ? host.tasks() : 1,
                new EngineScaler.Counts(
                        engines.count(),
                        late ? engines.starting() : 0,
                        engines.free(),
                        engines.idleSince(now - scaler.idleNanos())),
                service.nanos(),
                late ? room.free(slots, engines.starting(), now) : 0)));
    }

    private void apply(EngineScaler.Decision decision) {
        if (decision == null) {
            return;
        }
        int before = engines.count();
        if (decision.change() > 0) {
            room.take(decision.change(), clock.getAsLong());
            engines.begin(decision.change());
        } else if (decision.change() < 0) {
            engines.end(-decision.change());
        }
        room.has(this, engines.count());
        if (host != null) {
            host.decided(decision.verdict(), before, engines.count(), decision.reason());
        }
    }

    void close() {
        room.leaves(this);
    }
}
