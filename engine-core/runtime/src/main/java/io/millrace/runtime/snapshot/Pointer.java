// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.json.Inline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pointer to the last snapshot of a topology, which ZooKeeper holds. It is replaced by compare-and-set only.
 *
 * @param generation number of beginnings of the topology, by a start or by going back to a snapshot; from 1
 * @param last the snapshot that was committed last
 * @param reservedIds greatest id of a snapshot that may have been begun
 * @param term term of the coordinator that has set it
 * @param earlier snapshots that were committed before and are kept, the last one first
 * @param committedMillis time since 1970 when the last snapshot was committed; 0 if that is not known
 * @param fulfilled highest number of each kind of requests for which a snapshot was committed
 */
public record Pointer(
        long generation,
        @Inline Last last,
        long reservedIds,
        Term term,
        List<PublishedManifest> earlier,
        long committedMillis,
        Map<String, Long> fulfilled) {

    /**
     * The last snapshot that was committed.
     *
     * @param snapshotId 0 for none
     * @param manifest name of its manifest; empty for none
     * @param digest CRC32C of the manifest in 8 hexadecimal digits; empty for none
     */
    public record Last(long snapshotId, String manifest, String digest) {

        static Last of(PublishedManifest snapshot) {
            return new Last(snapshot.snapshotId(), snapshot.name(), snapshot.digest());
        }
    }

    /** The pointer of a topology that has never begun. */
    public static final Pointer NONE = new Pointer(0, 0, "", "", 0);

    public Pointer {
        earlier = List.copyOf(earlier);
        // Pointers of earlier engines lack the fulfilled requests
        fulfilled = fulfilled == null ? Map.of() : Map.copyOf(fulfilled);
    }

    /** Makes a pointer without a coordinator and earlier snapshots. */
    public Pointer(long generation, long snapshotId, String manifest, String digest, long reservedIds) {
        this(generation, snapshotId, manifest, digest, reservedIds, Term.NONE, List.of());
    }

    public long snapshotId() {
        return last.snapshotId();
    }

    public String manifest() {
        return last.manifest();
    }

    public String digest() {
        return last.digest();
    }

    /** Returns whether a snapshot was committed that began after this request. */
    public boolean fulfils(SnapshotRequest request) {
        return fulfilled.getOrDefault(request.kind(), 0L) >= request.number();
    }

    /** Makes a pointer whose commit has no known time. */
    public Pointer(
            long generation,
            long snapshotId,
            String manifest,
            String digest,
            long reservedIds,
            Term term,
            List<PublishedManifest> earlier) {
        this(generation, new Last(snapshotId, manifest, digest), reservedIds, term, earlier, 0, Map.of());
    }

    /** Returns the snapshots that may be restored, the last one first; empty if there are none. */
    public List<PublishedManifest> kept() {
        List<PublishedManifest> kept = new ArrayList<>();
        if (snapshotId() != 0) {
            kept.add(new PublishedManifest(snapshotId(), manifest(), digest()));
        }
        kept.addAll(earlier);
        return kept;
    }

    /** Returns the pointer of the next generation, which begins with the same snapshot. */
    Pointer next(Term by, long reserved) {
        return new Pointer(generation + 1, last, reserved, by, earlier, committedMillis, fulfilled);
    }

    /** Returns the pointer of the next generation, which begins with the snapshot before. There must be one. */
    Pointer back(Term by, long reserved) {
        List<PublishedManifest> rest = earlier.subList(1, earlier.size());
        return new Pointer(generation + 1, Last.of(earlier.get(0)), reserved, by, rest, 0, fulfilled);
    }

    /** Returns the pointer that commits a snapshot of this generation. */
    Pointer commit(
            PublishedManifest snapshot, int keep, long reserved, long nowMillis, Collection<SnapshotRequest> requests) {
        List<PublishedManifest> kept = kept();
        Map<String, Long> numbers = new TreeMap<>(fulfilled);
        requests.forEach(request -> numbers.merge(request.kind(), request.number(), Math::max));
        return new Pointer(
                generation,
                Last.of(snapshot),
                reserved,
                term,
                kept.subList(0, Math.min(kept.size(), keep - 1)),
                nowMillis,
                numbers);
    }

    Pointer reserve(long reserved) {
        return new Pointer(generation, last, reserved, term, earlier, committedMillis, fulfilled);
    }
}
