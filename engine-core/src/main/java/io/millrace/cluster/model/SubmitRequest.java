package io.millrace.cluster.model;

import java.util.List;
import java.util.Map;

/**
 * The request to submit a topology; its files were uploaded before.
 *
 * @param topologyDigest SHA-256 of the topology's JSON
 * @param jarDigest SHA-256 of the author's jar, or null
 * @param classPath entries on the controller's machine; only an embedded cluster accepts them
 */
public record SubmitRequest(
        String name, String topologyDigest, String jarDigest, List<String> classPath, Map<String, String> config) {}
