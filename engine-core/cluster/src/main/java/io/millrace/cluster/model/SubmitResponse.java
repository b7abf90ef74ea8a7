// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/**
 * The answer to a {@link SubmitRequest}.
 *
 * @param topology the topology; null while its files are being copied to a second machine: the client repeats the
 *     request
 * @param waitsFor the subject of the wait then, in a few words
 */
public record SubmitResponse(TopologyInfo topology, String waitsFor) {

    public SubmitResponse {
        // Answers of earlier engines do not have this field
        waitsFor = waitsFor == null || waitsFor.isEmpty() ? "a second copy of its files" : waitsFor;
    }

    public SubmitResponse(TopologyInfo topology) {
        this(topology, "");
    }
}
