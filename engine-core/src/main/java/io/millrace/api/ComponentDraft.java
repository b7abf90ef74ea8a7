package io.millrace.api;

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
    long tickNanos;

    ComponentDraft(String id, ComponentSpec.Kind kind, Component instance, int parallelism) {
        this.id = id;
        this.kind = kind;
        this.instance = instance;
        this.parallelism = parallelism;
        this.tasks = parallelism;
    }
}
