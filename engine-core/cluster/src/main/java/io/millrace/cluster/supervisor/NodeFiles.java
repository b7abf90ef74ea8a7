// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The files that a node keeps of topologies: their jars, extracted resources, and the deaths of workers. Files that no
 * topology names any more are removed, once the registry itself confirms that, as a copy may be late. The supervisor's
 * loop calls.
 */
final class NodeFiles {

    private static final Duration BLOBS_KEPT = Duration.ofMinutes(10);

    private final BlobStore blobs;
    private final NodeResources resources;
    private final DeathFile deaths;
    private final Supplier<Optional<List<TopologyRecord>>> confirmed;

    /**
     * @param confirmed returns the topologies that the registry itself, and not only the copy, has now; empty if they
     *     are not known
     */
    NodeFiles(
            BlobStore blobs,
            NodeResources resources,
            DeathFile deaths,
            Supplier<Optional<List<TopologyRecord>>> confirmed) {
        this.blobs = blobs;
        this.resources = resources;
        this.deaths = deaths;
        this.confirmed = confirmed;
    }

    /** @param classPathFiles the files of running workers, which may outlive their topologies' records for some time */
    void retain(ClusterView view, Set<String> classPathFiles) throws IOException {
        Set<String> digests = new HashSet<>(view.digests());
        Set<String> jars = new HashSet<>(digests);
        jars.addAll(classPathFiles);
        Set<String> ids = view.topologies().values().stream()
                .map(TopologyView::record)
                .map(TopologyRecord::id)
                .collect(Collectors.toCollection(HashSet::new));
        if (!blobs.hasUnused(digests, BLOBS_KEPT) && !resources.hasUnused(jars) && !deaths.hasOthers(ids)) {
            return;
        }
        Optional<List<TopologyRecord>> topologies = confirmed.get();
        if (topologies.isEmpty()) {
            return;
        }
        for (TopologyRecord topology : topologies.get()) {
            topology.digests().forEach(digests::add);
            ids.add(topology.id());
        }
        jars.addAll(digests);
        blobs.retain(digests, BLOBS_KEPT);
        resources.retain(jars);
        deaths.retain(ids);
    }
}
