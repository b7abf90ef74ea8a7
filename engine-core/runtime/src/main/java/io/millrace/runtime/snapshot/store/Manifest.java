// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.state.StateSpec.Form;
import io.millrace.runtime.codec.WrittenClasses;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The manifest of a snapshot, which lists its parts. It is JSON, and is committed when the pointer names it.
 *
 * @param version version of this format, {@link #VERSION}
 * @param topology name of the topology
 * @param topologyId id of the topology, unique among all submissions
 * @param snapshotId id of the snapshot, ascending in the life of a topology
 * @param generation generation in which it was taken
 * @param engineVersion version of the engine that wrote it
 * @param createdMillis time of day in milliseconds since 1970
 * @param earlier manifests that were committed before and are kept, newest first
 * @param parts parts of the workers, one for each
 * @param components components of the topology at that time
 * @param classes classes of values, as they were encoded; null if an engine wrote the manifest that did not note them
 */
public record Manifest(
        int version,
        String topology,
        String topologyId,
        long snapshotId,
        long generation,
        String engineVersion,
        long createdMillis,
        List<ManifestRef> earlier,
        List<WorkerPart> parts,
        List<ComponentShape> components,
        WrittenClasses classes) {

    /** The version, which grows when an older engine could not read the manifest. Added fields need no new version. */
    public static final int VERSION = 1;

    public Manifest {
        earlier = List.copyOf(earlier);
        parts = List.copyOf(parts);
        components = List.copyOf(components);
    }

    /** Returns how many tasks a component had; 0 if there was no component of this id. */
    public int tasksOf(String component) {
        return components.stream()
                .filter(shape -> shape.id().equals(component))
                .mapToInt(ComponentShape::tasks)
                .findFirst()
                .orElse(0);
    }

    /** Whether a component is a spout or a bolt. */
    public enum Kind {
        SPOUT,
        BOLT
    }

    /**
     * A component at the time of the snapshot.
     *
     * @param keyFields number of the fields that are the key of its states; 0 for none
     * @param states states, by name
     * @param keys names of the fields that are the key, for each input that has one; empty if they were not noted
     */
    public record ComponentShape(
            String id, Kind kind, int tasks, int keyFields, List<StateShape> states, List<KeyShape> keys) {

        public ComponentShape {
            states = List.copyOf(states);
            keys = List.copyOf(keys);
        }

        /** Makes the shape of a component without the names of keys. */
        public ComponentShape(String id, Kind kind, int tasks, int keyFields, List<StateShape> states) {
            this(id, kind, tasks, keyFields, states, List.of());
        }
    }

    /** The key of states, as one input has it. */
    public record KeyShape(List<String> fields) {

        public KeyShape {
            fields = List.copyOf(fields);
        }
    }

    /**
     * A state as it was declared.
     *
     * @param classes names of its values' classes; for a map, the class of the keys first
     */
    public record StateShape(String name, Form form, boolean perTask, List<String> classes) {

        public StateShape {
            classes = List.copyOf(classes);
        }
    }

    /** Returns the names of all objects that contain blocks of this snapshot. */
    public Set<String> objects() {
        Set<String> objects = new TreeSet<>();
        for (WorkerPart part : parts) {
            if (!part.file().isEmpty()) {
                objects.add(part.file());
            }
            objects.addAll(part.references());
        }
        return objects;
    }
}
