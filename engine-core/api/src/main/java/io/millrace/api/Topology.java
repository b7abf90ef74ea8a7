// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.Config;
import io.millrace.api.config.QueueMemory;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Template;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A graph of components, checked by {@link TopologyBuilder#build} and ready to be submitted. Immutable, may be used by
 * any thread and submitted several times.
 *
 * @param components the components in the order in which they were added; task ids follow this order
 * @param codecs the author's {@link io.millrace.api.codec.ValueCodecs}, in the order in which they were added
 * @param hooks the author's {@link WorkerHook}s, in the order in which they were added
 */
public record Topology(List<ComponentSpec> components, List<Template> codecs, List<Template> hooks) {

    public Topology {
        components = List.copyOf(components);
        codecs = List.copyOf(codecs);
        hooks = List.copyOf(hooks);
    }

    /** Makes a topology without codecs and hooks. */
    public Topology(List<ComponentSpec> components) {
        this(components, List.of(), List.of());
    }

    /**
     * Checks the graph again, without reading the serialized components. Needed for a topology that does not come from
     * a {@link TopologyBuilder}.
     *
     * @throws TopologyException with one line per mistake
     */
    public void check() {
        TopologyChecks.check(components);
    }

    /**
     * Checks that the topology can run with these settings: one that takes snapshots has no cycle, only spouts that can
     * be read again, and states that can be encoded; no bolt holds inputs for as long as a message may take; queues of
     * firstIdle have memory for the longest tuples; and the orders of streams between regions are allowed.
     *
     * @param config settings that were checked by {@link io.millrace.api.config.ConfigKeys}
     * @param loader sees the author's classes
     * @throws TopologyException with one line per mistake
     */
    public void check(Config config, ClassLoader loader) {
        BufferTimeChecks.check(components, config, loader);
        OrderChecks.check(components, config);
        if (components.stream().anyMatch(FirstIdleChecks::isUsedBy)) {
            QueueMemory.check(config);
        }
        EngineChecks.check(components, config);
        if (!SnapshotChecks.taken(config)) {
            return;
        }
        Set<String> withCodec = new HashSet<>();
        ValueCodecs.Registry registry = new ValueCodecs.Registry() {
            @Override
            public <T> ValueCodecs.Registry add(Class<T> type, ValueCodec<T> codec) {
                withCodec.add(type.getName());
                return this;
            }
        };
        codecs.forEach(
                template -> template.read("codecs", ValueCodecs.class, loader).register(registry));
        Problems problems = new Problems();
        new SnapshotChecks(components, problems).check(config, withCodec);
        problems.throwIfAny();
    }

    /**
     * Checks the orders of streams between regions ({@link io.millrace.api.config.TopologyKeys#GEO_ORDER}).
     *
     * @throws TopologyException with one line per mistake
     */
    public void checkOrders(Config config) {
        OrderChecks.check(components, config);
    }

    /**
     * Checks the bounds of engines ({@link io.millrace.api.config.TopologyKeys#ENGINE_BOUNDS}).
     *
     * @throws TopologyException with one line per mistake
     */
    public void checkEngines(Config config) {
        EngineChecks.check(components, config);
    }

    /**
     * Checks the name of a topology. The rule is that of streams, see {@link TopologyBuilder}.
     *
     * @throws TopologyException if the name is null or malformed
     */
    public static void checkName(String name) {
        if (name == null) {
            throw new TopologyException("the name of the topology is null: name it");
        }
        Names.mistake(name).ifPresent(mistake -> {
            throw new TopologyException("topology " + Names.quoted(name) + ": its name " + mistake);
        });
    }
}
