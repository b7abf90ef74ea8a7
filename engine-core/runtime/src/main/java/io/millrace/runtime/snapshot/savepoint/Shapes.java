// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Grouping;
import io.millrace.api.SnapshotPart;
import io.millrace.runtime.snapshot.store.Manifest;
import java.util.List;

/** Describes components as manifests state them. Stateless. */
public final class Shapes {

    private Shapes() {}

    public static List<Manifest.ComponentShape> of(List<ComponentSpec> components) {
        return components.stream().map(Shapes::of).toList();
    }

    static Manifest.ComponentShape of(ComponentSpec spec) {
        List<Manifest.KeyShape> keys = spec.snapshots().stateful()
                ? spec.inputs().stream()
                        .filter(input -> input.grouping() instanceof Grouping.ByFields)
                        .map(input -> new Manifest.KeyShape(
                                ((Grouping.ByFields) input.grouping()).fields().names()))
                        .distinct()
                        .toList()
                : List.of();
        return new Manifest.ComponentShape(
                spec.id(),
                spec.kind() == ComponentSpec.Kind.SPOUT ? Manifest.Kind.SPOUT : Manifest.Kind.BOLT,
                spec.tasks(),
                keys.stream().mapToInt(key -> key.fields().size()).max().orElse(0),
                spec.snapshots().states().stream().map(Shapes::of).toList(),
                keys);
    }

    private static Manifest.StateShape of(SnapshotPart.State state) {
        return new Manifest.StateShape(state.name(), state.form(), state.perTask(), state.classes());
    }
}
