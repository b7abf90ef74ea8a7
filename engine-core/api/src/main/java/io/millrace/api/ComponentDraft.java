// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.RegionNames;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Templates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A component that is being built. Used by the thread of the builder. */
final class ComponentDraft {

    final String id;
    final ComponentSpec.Kind kind;
    final Component instance;
    final int parallelism;
    final Map<String, String> settings = new TreeMap<>();
    final List<Subscription> inputs = new ArrayList<>();
    /** The selectivities by stream. */
    final Map<String, Double> selectivities = new TreeMap<>();

    int tasks;
    boolean blocking;
    boolean virtual;
    Duration tick;
    String displayName = "";
    boolean unreplayableAllowed;
    EventTime eventTime = EventTime.NONE;

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

    /**
     * Calls a method of the author's class.
     *
     * @throws TopologyException with the names of the component and the method, if the method throws
     */
    <T> T call(String method, Supplier<T> call) {
        String what = where() + ": " + method + " of " + instance.getClass().getName() + " failed with ";
        try {
            return call.get();
        } catch (LinkageError e) {
            throw new TopologyException(what + Templates.linkage(e), e);
        } catch (RuntimeException | Error e) {
            Foreign.throwIfFatal(e);
            throw new TopologyException(what + Foreign.text(e), Foreign.readable(e));
        }
    }

    void displayName(String name) {
        if (name == null) {
            throw new TopologyException(where() + ": its display name is null: give one");
        }
        ComponentChecks.displayNameMistake(where(), name).ifPresent(mistake -> {
            throw new TopologyException(mistake);
        });
        displayName = name;
    }

    void regions(String... regions) {
        if (regions.length == 0) {
            throw new TopologyException(where() + ": no region is given: name at least one, or leave the call out");
        }
        for (String region : regions) {
            if (region == null || !RegionNames.isName(region)) {
                throw new TopologyException(where() + ": region " + (region == null ? "null" : Names.quoted(region))
                        + " is not a name: use " + RegionNames.RULE);
            }
        }
        set(TopologyKeys.REGIONS.name(), Arrays.stream(regions).distinct().collect(Collectors.joining(",")));
    }

    void set(String key, Object value) {
        if (key == null || value == null) {
            throw new TopologyException(where() + ": setting " + key + " = " + value + ": give a key and a value");
        }
        settings.put(key, String.valueOf(value));
    }

    /**
     * Sets the author's estimate for a stream.
     *
     * @param what the author's word for the estimate
     */
    void hint(String what, String stream, double value) {
        if (stream == null) {
            throw new TopologyException(where() + ": the stream of a " + what + " is null: name it");
        }
        ComponentChecks.selectivityMistake(where() + ": " + what + " of stream " + Names.quoted(stream), value)
                .ifPresent(mistake -> {
                    throw new TopologyException(mistake);
                });
        selectivities.put(stream, value);
    }

    /** Returns the method of the component in which it can create what cannot be serialized. */
    String preparation() {
        return kind == ComponentSpec.Kind.SPOUT ? "open" : "prepare";
    }

    ComponentSpec toSpec(List<StreamSpec> outputs, byte[] template) {
        long tickNanos = tick == null ? 0 : tick.toNanos();
        List<StreamSpec> hinted = outputs.stream()
                .map(stream -> stream.withSelectivity(
                        selectivities.getOrDefault(stream.name(), StreamSpec.UNKNOWN_SELECTIVITY)))
                .toList();
        ServiceEnd service = instance instanceof ServiceEnd.Holder end ? end.serviceEnd() : ServiceEnd.NONE;
        SnapshotPart snapshots = call("states", () -> SnapshotPart.of(instance, unreplayableAllowed));
        return new ComponentSpec(
                id,
                kind,
                new ComponentSpec.Execution(parallelism, tasks, blocking, virtual, tickNanos),
                settings,
                new ComponentSpec.Connections(hinted, inputs),
                template,
                new ComponentSpec.Traits(service, displayName, snapshots, eventTime));
    }
}
