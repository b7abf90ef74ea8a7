// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The engines of a task by their state: they start, are free, have a message, or leave. Confined to the task's thread.
 */
final class EngineSet {

    private final LongSupplier clock;
    private final List<EngineThread> all = new ArrayList<>();

    /**
     * The engines that are ready and have no message; the one that became free last is taken first, with warm caches.
     */
    private final ArrayDeque<EngineThread> free = new ArrayDeque<>();

    /** The times since when engines are free. */
    private final Map<EngineThread, Long> freeSince = new HashMap<>();

    /** The engines that have a message, in the order in which they were given it. */
    private final Map<EngineThread, Message> busy = new LinkedHashMap<>();

    /** The engines that take no further message and have not ended yet; they do not count any more. */
    private final Set<EngineThread> leaving = new HashSet<>();

    EngineSet(LongSupplier clock) {
        this.clock = clock;
    }

    /** Returns the number of engines, also those that are about to be ready. */
    int size() {
        return all.size();
    }

    int starting() {
        return (int) all.stream().filter(this::starts).count();
    }

    private boolean starts(EngineThread engine) {
        return !busy.containsKey(engine) && !free.contains(engine);
    }

    int free() {
        return free.size();
    }

    /** Returns the number of engines that have a message. */
    int busy() {
        return busy.size();
    }

    int idleSince(long time) {
        return (int) free.stream()
                .filter(engine -> freeSince.get(engine) - time <= 0)
                .count();
    }

    boolean contains(EngineThread engine) {
        return all.contains(engine);
    }

    boolean isLeaving(EngineThread engine) {
        return leaving.contains(engine);
    }

    boolean isBusy(EngineThread engine) {
        return busy.containsKey(engine);
    }

    /** Returns a number for a new engine that no other engine has, as the files have it in their names. */
    int unusedNumber() {
        Set<Integer> used = Stream.concat(all.stream(), leaving.stream())
                .map(EngineThread::number)
                .collect(Collectors.toSet());
        return IntStream.iterate(0, number -> number + 1)
                .filter(number -> !used.contains(number))
                .findFirst()
                .orElseThrow();
    }

    void add(EngineThread engine) {
        all.add(engine);
    }

    void isFree(EngineThread engine) {
        free.push(engine);
        freeSince.put(engine, clock.getAsLong());
    }

    /** Takes the engine that became free last for a message. */
    EngineThread take(Message message) {
        EngineThread engine = free.pop();
        busy.put(engine, message);
        return engine;
    }

    /** Ends the message of an engine. Returns whether it had one. */
    boolean endMessage(EngineThread engine) {
        return busy.remove(engine) != null;
    }

    /** The engine has stopped: it has no message, and takes none. */
    void stopped(EngineThread engine) {
        free.remove(engine);
        freeSince.remove(engine);
    }

    void remove(EngineThread engine) {
        all.remove(engine);
        leaving.remove(engine);
    }

    /** The engine takes no further message. */
    void leaves(EngineThread engine) {
        all.remove(engine);
        leaving.add(engine);
    }

    void forgetEnded() {
        leaving.removeIf(EngineThread::hasEnded);
    }

    /** Returns the engines that are to end first: those that are not ready, then those without a message. */
    List<EngineThread> firstToEnd(int most) {
        List<EngineThread> first = new ArrayList<>();
        all.stream().filter(this::starts).forEach(first::add);
        free.descendingIterator().forEachRemaining(first::add);
        all.stream().filter(busy::containsKey).forEach(first::add);
        return List.copyOf(first.subList(0, Math.min(most, first.size())));
    }

    /** Returns the messages of all engines. */
    Collection<Message> messages() {
        return busy.values();
    }

    /** Returns the messages of engines that will take another one. */
    Collection<Message> staying() {
        return leaving.isEmpty()
                ? busy.values()
                : busy.entrySet().stream()
                        .filter(entry -> !leaving.contains(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /** Returns all engines, also those that leave. */
    List<EngineThread> withLeaving() {
        return Stream.concat(all.stream(), leaving.stream()).toList();
    }
}
