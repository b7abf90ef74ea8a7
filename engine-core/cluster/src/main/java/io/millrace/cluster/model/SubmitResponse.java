package io.millrace.cluster.model;

/**
 * The answer to a {@link SubmitRequest}.
 *
 * @param topology null while its files are being copied to a second machine: the client repeats the request
 * @param waitsFor what it waits for then, in a few words
 */
public record SubmitResponse(TopologyInfo topology, String waitsFor) {

    public SubmitResponse {
        // Absent in what earlier engines answer
        waitsFor = waitsFor == null || waitsFor.isEmpty() ? "a second copy of its files" : waitsFor;
    }

    public SubmitResponse(TopologyInfo topology) {
        this(topology, "");
    }
}
