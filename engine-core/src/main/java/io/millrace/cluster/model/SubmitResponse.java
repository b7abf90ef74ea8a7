package io.millrace.cluster.model;

/**
 * The answer to a {@link SubmitRequest}.
 *
 * @param topology null while its files are being copied to a second machine: the client repeats the request
 */
public record SubmitResponse(TopologyInfo topology) {}
