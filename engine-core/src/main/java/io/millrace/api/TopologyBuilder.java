package io.millrace.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts a topology together. Not thread-safe; every mistake is reported by {@link #build}, or by the call that makes it,
 * as a {@link TopologyException} of one line.
 */
public final class TopologyBuilder {

    private final List<ComponentDraft> drafts = new ArrayList<>();

    /** Adds a spout with one task. */
    public SpoutDeclarer setSpout(String id, Spout spout) {
        return setSpout(id, spout, 1);
    }

    /** Adds a spout; {@code parallelism} is the number of tasks and the most threads that run them. */
    public SpoutDeclarer setSpout(String id, Spout spout, int parallelism) {
        return new SpoutDeclarer(add(id, ComponentSpec.Kind.SPOUT, spout, parallelism));
    }

    public BoltDeclarer setBolt(String id, Bolt bolt) {
        return setBolt(id, bolt, 1);
    }

    /** Adds a bolt; {@code parallelism} is the number of tasks and the most threads that run them. */
    public BoltDeclarer setBolt(String id, Bolt bolt, int parallelism) {
        return new BoltDeclarer(add(id, ComponentSpec.Kind.BOLT, bolt, parallelism));
    }

    public BoltDeclarer setBolt(String id, BasicBolt bolt) {
        return setBolt(id, bolt, 1);
    }

    public BoltDeclarer setBolt(String id, BasicBolt bolt, int parallelism) {
        return new BoltDeclarer(add(id, ComponentSpec.Kind.BASIC_BOLT, bolt, parallelism));
    }

    /** Checks everything and returns the topology. */
    public Topology build() {
        return TopologyChecks.check(drafts);
    }

    private ComponentDraft add(String id, ComponentSpec.Kind kind, Component instance, int parallelism) {
        ComponentDraft draft = new ComponentDraft(id, kind, instance, parallelism);
        drafts.add(draft);
        return draft;
    }
}
