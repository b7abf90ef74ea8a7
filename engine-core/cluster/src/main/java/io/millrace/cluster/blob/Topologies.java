// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.api.Topology;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.plan.TopologyJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Submitted topologies by the digest of their JSON; any thread. */
public final class Topologies {

    private final BlobFetcher blobs;
    private final Map<String, Topology> known = new ConcurrentHashMap<>();

    public Topologies(BlobFetcher blobs) {
        this.blobs = blobs;
    }

    /** Returns the topology; empty while its file is being fetched. */
    public Optional<Topology> get(String digest) {
        Topology topology = known.get(digest);
        if (topology != null) {
            return Optional.of(topology);
        }
        Optional<Path> file = blobs.get(digest);
        try {
            if (file.isPresent()) {
                Topology read = TopologyJson.read(Files.readString(file.get()));
                known.put(digest, read);
                return Optional.of(read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.empty();
    }

    /** Returns the topology. Throws while its file is being fetched; the client tries again for some seconds. */
    public Topology require(String digest) {
        return get(digest)
                .orElseThrow(() -> new ClusterException(
                        Reason.NO_CLUSTER,
                        "try again: the file with SHA-256 " + digest + " is being fetched from another node"));
    }

    public void retain(Set<String> used) {
        known.keySet().retainAll(used);
    }
}
