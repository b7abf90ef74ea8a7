// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The place to which the sink of a worker writes. It outlives all processes, and all of them reach it. The output for
 * one snapshot is the position of the source of this worker, which is 1, 2, 3 and so on.
 */
final class ModelSink {

    /** An output that a sink has prepared: durable, and not visible. */
    record Prepared(long snapshotId, long generation, long epoch, int position) {}

    private final List<Prepared> prepared = new ArrayList<>();

    /** The visible outputs, by snapshot. */
    private final TreeMap<Long, Prepared> visible = new TreeMap<>();

    private int last;

    void copyFrom(ModelSink other) {
        prepared.addAll(other.prepared);
        visible.putAll(other.visible);
        last = other.last;
    }

    void encode(StateCode code) {
        code.put((Object) List.copyOf(prepared));
        code.put((Object) List.copyOf(visible.values()));
    }

    /** Returns the last position that is visible. All before are visible too. */
    int last() {
        return last;
    }

    void prepare(Prepared output) {
        prepared.add(output);
    }

    /** Makes an output visible, if it is prepared. It is not prepared if this was done before, or if it was removed. */
    void show(Prepared output, Pointer pointer) {
        if (!prepared.remove(output)) {
            return;
        }
        if (output.snapshotId() > pointer.snapshotId()) {
            throw new ModelViolation(
                    ModelDamage.COMMIT_WITHOUT_POINTER,
                    output + " becomes visible, and the pointer names " + pointer.snapshotId());
        }
        if (visible.putIfAbsent(output.snapshotId(), output) != null) {
            throw new ModelViolation(ModelDamage.TWO_COMMITS, output + " after " + visible.get(output.snapshotId()));
        }
        if (output.position() != last + 1) {
            throw new ModelViolation(
                    output.position() <= last ? ModelDamage.TWICE : ModelDamage.MISSING,
                    output + " becomes visible behind " + last);
        }
        last++;
    }

    /** Makes the outputs of a snapshot visible, and removes those that earlier generations have prepared beside it. */
    void recover(List<Prepared> ofSnapshot, long generation, Pointer pointer) {
        ofSnapshot.forEach(output -> show(output, pointer));
        prepared.removeIf(output -> output.generation() < generation);
    }

    /** Recovers as a sink that does not check which generation has prepared an output. */
    void recoverRemovingAll(List<Prepared> ofSnapshot, Pointer pointer) {
        ofSnapshot.forEach(output -> show(output, pointer));
        prepared.clear();
    }
}
