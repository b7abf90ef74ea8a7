// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.runtime.engine.EngineScaler.Decision;
import io.millrace.runtime.engine.EngineScaler.Look;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongToDoubleFunction;

/** A queue with engines behind it, whose number a scaler decides, in simulated time and by a seed. */
final class ScaledQueue {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;

    private final class Engine {
        private final long readyAt;
        private boolean busy;
        private long until;
        private long lastMessage;

        Engine(long readyAt) {
            this.readyAt = readyAt;
            this.lastMessage = readyAt;
        }
    }

    /** A change of the number of engines. */
    record Change(long at, Decision decision) {}

    private final SplittableRandom random;
    private final EngineScaler scaler;
    private final long serviceNanos;
    private final long startNanos;
    private final ServiceTime service = new ServiceTime();
    private final ArrayDeque<Long> queue = new ArrayDeque<>();
    private final List<Engine> engines = new ArrayList<>();

    final List<Decision> decisions = new ArrayList<>();
    final List<Change> changes = new ArrayList<>();
    int room = Integer.MAX_VALUE;
    long now;

    /** The time when an engine that was started later got its first message; 0 before. */
    long firstFurtherMessage;

    /** The longest time without a result since {@link #watchGaps}. */
    long longestGap;

    int most;
    private long lastResult;
    private final int first;
    private double arrivals;

    /** @param startNanos time from the start of an engine until it is ready */
    ScaledQueue(long seed, EngineScaler scaler, long serviceNanos, long startNanos) {
        this.random = new SplittableRandom(seed);
        this.scaler = scaler;
        this.serviceNanos = serviceNanos;
        this.startNanos = startNanos;
        this.first = scaler.bounds().min();
        begin(first, 0);
    }

    private void begin(int count, long delay) {
        for (int i = 0; i < count; i++) {
            engines.add(new Engine(now + delay));
        }
    }

    int count() {
        return engines.size();
    }

    long headAge() {
        return queue.isEmpty() ? 0 : now - queue.getFirst();
    }

    /** Begins to look for how long no result comes. */
    void watchGaps() {
        lastResult = now;
        longestGap = 0;
    }

    /** @param load number of engines that the load would keep busy, by the time since the beginning */
    void runUntil(long end, LongToDoubleFunction load) {
        while (now < end) {
            now += MILLI;
            arrivals += load.applyAsDouble(now) * MILLI / serviceNanos;
            while (arrivals > random.nextDouble()) {
                arrivals--;
                queue.add(now);
            }
            work();
            if (now % EngineScaler.LOOK_NANOS == 0) {
                look();
            }
        }
    }

    private void work() {
        for (Engine engine : engines) {
            if (engine.busy && engine.until <= now) {
                engine.busy = false;
                engine.lastMessage = now;
                longestGap = Math.max(longestGap, now - lastResult);
                lastResult = now;
                service.add(serviceNanos);
            }
        }
        if (queue.isEmpty()) {
            return;
        }
        engines.stream()
                .filter(this::isFree)
                .sorted(Comparator.comparingLong((Engine engine) -> engine.lastMessage)
                        .reversed())
                .limit(queue.size())
                .forEach(engine -> {
                    queue.remove();
                    engine.busy = true;
                    engine.until = now + serviceNanos / 2 + random.nextLong(serviceNanos);
                    if (engines.indexOf(engine) >= first && firstFurtherMessage == 0) {
                        firstFurtherMessage = now;
                    }
                });
    }

    private void look() {
        int starting =
                (int) engines.stream().filter(engine -> engine.readyAt > now).count();
        int free = (int) engines.stream().filter(this::isFree).count();
        int idle = (int) engines.stream().filter(this::isIdle).count();
        Decision decision = scaler.look(new Look(
                headAge(),
                queue.size(),
                1,
                new EngineScaler.Counts(engines.size(), starting, free, idle),
                service.nanos(),
                room - engines.size()));
        if (decision == null) {
            return;
        }
        decisions.add(decision);
        if (decision.change() > 0) {
            begin(decision.change(), startNanos);
        }
        for (int i = 0; i < -decision.change(); i++) {
            engines.remove(engines.stream()
                    .filter(engine -> !engine.busy)
                    .min(Comparator.comparingLong(engine -> engine.lastMessage))
                    .orElse(engines.get(engines.size() - 1)));
        }
        if (decision.change() != 0) {
            changes.add(new Change(now, decision));
        }
        most = Math.max(most, engines.size());
    }

    private boolean isFree(Engine engine) {
        return !engine.busy && engine.readyAt <= now;
    }

    private boolean isIdle(Engine engine) {
        return isFree(engine) && now - engine.lastMessage >= scaler.idleNanos();
    }
}
