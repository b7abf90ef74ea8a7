// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The world that survives the workers of a test: the inputs that sinks have prepared and made visible. Components find
 * it by a key, because they are serialized. Confined to the test's thread.
 */
final class World implements AutoCloseable {

    /** An input of a task of a sink. */
    record Row(String sink, int task, long key, long number) {}

    /** The inputs that a task has prepared for one snapshot. */
    record Prepared(long generation, List<Row> rows) {}

    private static final Map<String, World> ALL = new ConcurrentHashMap<>();

    final String key;
    final Mutant mutant;
    final Steps steps = new Steps();
    final StepStore store = new StepStore(steps);
    final StepPointer pointer;

    /** The visible inputs, in the order in which they became visible. */
    final List<Row> visible = new ArrayList<>();

    private final Map<String, TreeMap<Long, Prepared>> prepared = new HashMap<>();

    World(String key, Mutant mutant) {
        this.key = key;
        this.mutant = mutant;
        this.pointer = new StepPointer(steps, mutant == Mutant.COMMIT_BEFORE_POINTER);
        ALL.put(key, this);
    }

    static World of(String key) {
        return ALL.get(key);
    }

    /** Returns the inputs that a task of a sink has prepared and not made visible, by snapshot. */
    TreeMap<Long, Prepared> prepared(String sink, int task) {
        return prepared.computeIfAbsent(sink + "-" + task, none -> new TreeMap<>());
    }

    @Override
    public void close() {
        ALL.remove(key);
    }
}
