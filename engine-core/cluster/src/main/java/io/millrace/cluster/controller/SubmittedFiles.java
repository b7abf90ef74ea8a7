// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.Replication;
import io.millrace.cluster.blob.Replicator.Copies;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Request;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.runtime.settings.ClusterKeys;
import java.util.List;

/**
 * The files of submissions: clients upload them before they submit, and a second machine gets copies. HTTP threads
 * call.
 */
final class SubmittedFiles {

    private static final int MOST_JARS = 1_000;

    private final BlobStore blobs;
    private final Replication replication;
    private final Topologies topologies;
    private final long mostBytes;

    /** @param mostBytes the most bytes of a file */
    SubmittedFiles(BlobStore blobs, Replication replication, Topologies topologies, long mostBytes) {
        this.blobs = blobs;
        this.replication = replication;
        this.topologies = topologies;
        this.mostBytes = mostBytes;
    }

    List<Route> routes() {
        return List.of(
                Route.change("POST", RestPaths.BLOBS + "{digest}/offer", 0, this::offer)
                        .taking("kib"),
                Route.change("PUT", RestPaths.BLOBS + "{digest}", mostBytes, request -> {
                    blobs.put(request.part("digest"), request.body());
                    return Reply.done();
                }));
    }

    /** Answers whether the file is stored already. Refuses files that would be refused after the upload. */
    private Reply offer(Request request) {
        long bytes = request.number("kib", 0, 0, Integer.MAX_VALUE) * 1024L;
        if (bytes > mostBytes) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the jar is larger than " + mostBytes + " bytes: make it smaller, or raise "
                            + ClusterKeys.CONTROLLER_JAR_MAX_BYTES.name() + " of the controller");
        }
        return Reply.json(new OfferResponse(blobs.touch(request.part("digest"))));
    }

    /**
     * Returns the submitted topology. Throws if the request names too few files, too many, or one that is not stored
     * here.
     */
    Topology checked(String name, SubmitRequest request) {
        if (request.jars().isEmpty() && request.classPath().isEmpty()) {
            throw new TopologyException("no jar has the classes of topology '" + name + "': submit a jar");
        }
        if (request.jars().size() > MOST_JARS) {
            throw new TopologyException("topology '" + name + "' has "
                    + request.jars().size() + " jars, and at most " + MOST_JARS + " are allowed: put several into one");
        }
        for (SubmittedJar jar : request.jars()) {
            requireUploaded(jar.checked().digest(), "the jar " + jar.name());
        }
        requireUploaded(Digest.checked(request.topologyDigest()), "the topology");
        return topologies.require(request.topologyDigest());
    }

    private void requireUploaded(String digest, String what) {
        if (!blobs.touch(digest)) {
            throw new ClusterException(Reason.NOT_FOUND, what + " was not uploaded: upload it first");
        }
    }

    /** Begins to copy files to a second machine, waits a short time for the end, and returns the progress. */
    Copies replicate(List<String> digests) {
        return replication.replicate(digests);
    }

    /** Returns the progress of these files, in a few words. */
    String underWay(List<String> digests) {
        return replication.underWay(digests);
    }
}
