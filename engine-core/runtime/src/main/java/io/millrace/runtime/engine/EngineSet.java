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

/** The engines of a task by what they do: those that start, are free, have a message, or leave. Confined to the task's thread. */
final class EngineSet {

    private final LongSupplier clock;
    private final List<EngineThread> all = new ArrayList<>();

    /** Those that are ready and have no message; the one that became free last is taken first, as its caches are warm. */
    private final ArrayDeque<EngineThread> free = new ArrayDeque<>();

    /** Since when those are. */
    private final Map<EngineThread, Long> freeSince = new HashMap<>();

    /** Those that have one, in the order in which they were given it. */
    private final Map<EngineThread, Message> busy = new LinkedHashMap<>();

    /** Those that take no further message and have not ended yet; they do not count any more. */
    private final Set<EngineThread> leaving = new HashSet<>();

    EngineSet(LongSupplier clock) {
        this.clock = clock;
    }

    /** How many there are, also those that are about to be ready. */
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

    /** How many have a message. */
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

    /** Returns a number for a new engine: two with the same one would have the same files. */
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

    /** Returns whether the engine had a message, which it has not any more. */
    boolean endMessage(EngineThread engine) {
        return busy.remove(engine) != null;
    }

    /** The engine has nothing to do, and takes nothing. */
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

    /** Returns those that are to end first: those that are not ready, then those without a message. */
    List<EngineThread> firstToEnd(int most) {
        List<EngineThread> first = new ArrayList<>();
        all.stream().filter(this::starts).forEach(first::add);
        free.descendingIterator().forEachRemaining(first::add);
        all.stream().filter(busy::containsKey).forEach(first::add);
        return List.copyOf(first.subList(0, Math.min(most, first.size())));
    }

    /** The messages of all engines. */
    Collection<Message> messages() {
        return busy.values();
    }

    /** The messages of engines that will take another one. */
    Collection<Message> staying() {
        return leaving.isEmpty()
                ? busy.values()
                : busy.entrySet().stream()
                        .filter(entry -> !leaving.contains(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /** Returns all, also those that leave. */
    List<EngineThread> withLeaving() {
        return Stream.concat(all.stream(), leaving.stream()).toList();
    }
}
