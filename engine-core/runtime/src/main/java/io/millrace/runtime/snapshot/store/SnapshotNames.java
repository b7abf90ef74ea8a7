// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a topology's objects. No two processes write the same name: a worker's name contains its epoch, and a
 * coordinator's the generation, which it has set by a compare-and-set.
 *
 * <pre>
 *   topology/topology id/generation-snapshot-worker-epoch.part
 *   topology/topology id/generation-snapshot-CRC32C.manifest
 * </pre>
 *
 * @param topologyId id that is unique among all submissions
 */
public record SnapshotNames(String topology, String topologyId) {

    private static final Pattern LAST_PART =
            Pattern.compile("([0-9]{1,18})-([0-9]{1,18})-(?:(.+-[0-9]{1,18})\\.part|([0-9a-f]{8})\\.manifest)");

    public SnapshotNames {
        SnapshotStore.requireName(topology + "/" + topologyId);
    }

    /**
     * The parts of a name.
     *
     * @param digest digest of a manifest; null for a worker's part
     */
    record Parsed(long generation, long snapshotId, String digest) {

        boolean isManifest() {
            return digest != null;
        }
    }

    /** Returns the prefix of all names of the topology. */
    public String prefix() {
        return topology + "/" + topologyId + "/";
    }

    /** Returns the name of a worker's part of a snapshot. */
    public String part(long generation, long snapshotId, String worker, long epoch) {
        return SnapshotStore.requireName(
                prefix() + generation + "-" + snapshotId + "-" + worker + "-" + epoch + ".part");
    }

    /** Returns the name of a manifest with this digest. */
    String manifest(long generation, long snapshotId, String digest) {
        return SnapshotStore.requireName(prefix() + generation + "-" + snapshotId + "-" + digest + ".manifest");
    }

    /** Returns the parts of the name of an object of any topology; empty if no snapshot has such an object. */
    static Optional<Parsed> parse(String name) {
        Matcher last = LAST_PART.matcher(name.substring(name.lastIndexOf('/') + 1));
        return last.matches()
                ? Optional.of(new Parsed(Long.parseLong(last.group(1)), Long.parseLong(last.group(2)), last.group(4)))
                : Optional.empty();
    }
}
