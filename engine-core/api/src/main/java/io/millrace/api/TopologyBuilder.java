// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Template;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds a topology. Not thread-safe.
 *
 * <p>An id has 1 to 256 printable characters, spaces among them but not at its ends. Names of streams have 1 to 64
 * characters: letters A to Z in either case, digits and {@code _}; after the first character also {@code -} and
 * {@code .}. Ids and names that start with {@code __} are reserved for the engine.
 *
 * <p>Every mistake is a {@link TopologyException}. A null, a malformed field or tick interval, and a grouping that
 * cannot be serialized are reported by the call that makes the mistake. {@link #build} reports all others together, one
 * line each.
 *
 * <pre>{@code
 * TopologyBuilder builder = new TopologyBuilder();
 * builder.setSpout("lines", new LineSpout());
 * builder.setBolt("split", new SplitBolt(), 2).shuffle("lines");
 * builder.setBolt("count", new CountBolt(), 2).fields("split", "word");
 * Topology topology = builder.build();
 * }</pre>
 */
public final class TopologyBuilder {

    private final List<ComponentDraft> drafts = new ArrayList<>();
    private final List<Template> codecs = new ArrayList<>();
    private final List<Template> hooks = new ArrayList<>();

    /** Adds a spout with one task. */
    public SpoutDeclarer setSpout(String id, Spout spout) {
        return setSpout(id, spout, 1);
    }

    /**
     * Adds a spout.
     *
     * @param parallelism number of tasks, and the most threads that run them; at least 1
     */
    public SpoutDeclarer setSpout(String id, Spout spout, int parallelism) {
        return new SpoutDeclarer(add(id, ComponentSpec.Kind.SPOUT, spout, parallelism));
    }

    /** Adds a bolt with one task. */
    public BoltDeclarer setBolt(String id, Bolt bolt) {
        return setBolt(id, bolt, 1);
    }

    /**
     * Adds a bolt.
     *
     * @param parallelism number of tasks, and the most threads that run them; at least 1
     */
    public BoltDeclarer setBolt(String id, Bolt bolt, int parallelism) {
        return new BoltDeclarer(add(id, ComponentSpec.Kind.BOLT, bolt, parallelism));
    }

    /** Adds a bolt with one task. {@code Bolts} makes simple bolts from functions. */
    public BoltDeclarer setBolt(String id, BasicBolt bolt) {
        return setBolt(id, bolt, 1);
    }

    /**
     * Adds a bolt. {@code Bolts} makes simple bolts from functions.
     *
     * @param parallelism number of tasks, and the most threads that run them; at least 1
     */
    public BoltDeclarer setBolt(String id, BasicBolt bolt, int parallelism) {
        return new BoltDeclarer(add(id, ComponentSpec.Kind.BASIC_BOLT, bolt, parallelism));
    }

    /**
     * Adds a bolt with one task, whose messages engines process: threads, JVMs, or programs in any language, see {@link
     * Engines}. Messages of a task are spread over its free engines, so results come in no particular order. Messages
     * without a free engine wait in the task's inbox, or with {@code firstIdle} at their source; then the task starts
     * further engines, see {@link io.millrace.api.config.EngineKeys#SCALE_UP_WAIT}.
     *
     * @param min the least number of engines of each task, 1 to 1,024, with which it begins
     * @param max the greatest number of engines of each task, {@code min} to 1,024
     */
    public BoltDeclarer setEngines(String id, Engines engines, int min, int max) {
        return setEngines(id, engines, min, max, 1);
    }

    /**
     * Adds a bolt whose messages engines process, as {@link #setEngines(String, Engines, int, int)} does, with several
     * tasks.
     *
     * @param parallelism number of tasks, at least 1
     */
    public BoltDeclarer setEngines(String id, Engines engines, int min, int max, int parallelism) {
        if (engines != null && (min < 1 || max < min || max > Engines.MOST)) {
            throw new TopologyException(Names.component(String.valueOf(id)) + ": " + min + " to " + max
                    + " engines: take at least 1, at most " + Engines.MOST
                    + ", and a maximum that is not below the minimum");
        }
        EngineBolt bolt = engines == null ? null : new EngineBolt(engines, min, max);
        BoltDeclarer declarer = new BoltDeclarer(add(id, ComponentSpec.Kind.BOLT, bolt, parallelism));
        return declarer.set(EngineKeys.BOUNDS.name(), min + ".." + max);
    }

    /**
     * Encodes objects of one class by a codec of the author, wherever they are in a tuple.
     *
     * @param codec has a public constructor without arguments, which makes one instance for each executor
     */
    public <T> TopologyBuilder codec(Class<T> type, Class<? extends ValueCodec<T>> codec) {
        return codecs(new CodecByClass<>(require("class", type), require("codec of " + type.getName(), codec)));
    }

    /**
     * Adds codecs of the author, such as those of a library in the topology's jar. Must not be changed afterwards.
     *
     * @param factory the codecs, which this call serializes
     */
    public TopologyBuilder codecs(ValueCodecs factory) {
        codecs.add(Template.of("codecs", "register", require("factory of codecs", factory)));
        return this;
    }

    /**
     * Opens an object in each worker that its tasks share, see {@link WorkerHook}. Must not be changed afterwards.
     *
     * @param hook the hook, which this call serializes
     */
    public TopologyBuilder workerHook(WorkerHook<?> hook) {
        hooks.add(Template.of("worker hook", "open", require("worker hook", hook)));
        return this;
    }

    private static <T> T require(String what, T value) {
        if (value == null) {
            throw new TopologyException("the " + what + " is null: give one");
        }
        return value;
    }

    /**
     * Checks everything and returns the topology. The builder may be used further.
     *
     * @throws TopologyException with one line per mistake ({@link TopologyException#problems()})
     */
    public Topology build() {
        return new Topology(TopologyChecks.build(drafts), codecs, hooks);
    }

    private ComponentDraft add(String id, ComponentSpec.Kind kind, Component instance, int parallelism) {
        String what = kind == ComponentSpec.Kind.SPOUT ? "spout" : "bolt";
        if (id == null) {
            throw new TopologyException("the id of a " + what + " is null: name the component");
        }
        if (instance == null) {
            throw new TopologyException(Names.component(id) + ": the " + what + " is null: give an instance");
        }
        ComponentDraft draft = new ComponentDraft(id, kind, instance, parallelism);
        drafts.add(draft);
        return draft;
    }
}
