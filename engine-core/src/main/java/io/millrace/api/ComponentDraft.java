package io.millrace.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the builder knows of a component so far. */
final class ComponentDraft {

    final String id;
    final ComponentSpec.Kind kind;
    final Component instance;
    final int parallelism;
    final Map<String, String> settings = new TreeMap<>();
    final List<Subscription> inputs = new ArrayList<>();
    int tasks;
    boolean blocking;
    Duration tick;

    ComponentDraft(String id, ComponentSpec.Kind kind, Component instance, int parallelism) {
        this.id = id;
        this.kind = kind;
        this.instance = instance;
        this.parallelism = parallelism;
        this.tasks = parallelism;
    }

    String where() {
        return Names.component(id);
    }

    void set(String key, Object value) {
        if (key == null || value == null) {
            throw new TopologyException(where() + ": setting " + key + " = " + value + ": give a key and a value");
        }
        settings.put(key, String.valueOf(value));
    }

    /** The method of the component in which it makes what it cannot bring along. */
    String preparation() {
        return kind == ComponentSpec.Kind.SPOUT ? "open" : "prepare";
    }

    ComponentSpec toSpec(List<StreamSpec> outputs, byte[] template) {
        long tickNanos = tick == null ? 0 : tick.toNanos();
        return new ComponentSpec(
                id, kind, parallelism, tasks, blocking, tickNanos, settings, outputs, inputs, template);
    }
}
