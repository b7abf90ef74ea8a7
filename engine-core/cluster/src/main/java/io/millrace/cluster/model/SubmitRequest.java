// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.List;
import java.util.Map;

/**
 * The request to submit a topology; its files were uploaded before.
 *
 * @param topologyDigest SHA-256 of the topology's JSON
 * @param jars the author's jars in the order of the class path; the resources of the first are the topology's
 * @param classPath class path entries on the controller's machine; only an embedded cluster accepts them
 */
public record SubmitRequest(
        String name,
        String topologyDigest,
        List<SubmittedJar> jars,
        List<String> classPath,
        Map<String, String> config) {}
