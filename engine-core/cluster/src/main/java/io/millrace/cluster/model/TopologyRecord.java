// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.json.Inline;
import io.millrace.transport.LinkSecret;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A submitted topology.
 *
 * @param id the id, unique among all submissions, and safe as a file's name
 * @param status the status: ACTIVE, INACTIVE, COMPLETED, FAILED or KILLED; the state of its workers tells whether an
 *     active one is still starting
 * @param failure the reason why it has failed, or null
 * @param secret the secret by which its workers and services know each other; it goes to supervisors, to workers in
 *     their launch files, and to services, and nowhere else; null if an earlier version has made none
 */
public record TopologyRecord(
        String name,
        String id,
        Status status,
        long submittedAtMillis,
        @Inline Program program,
        String failure,
        LinkSecret secret) {

    /**
     * What it runs.
     *
     * @param topologyDigest SHA-256 of the topology's JSON in the blob store
     * @param jars the author's jars in the order of the class path; each is in the blob store
     * @param classPath further entries of the class path, of an embedded cluster's machine
     */
    public record Program(
            int tasks,
            String topologyDigest,
            List<SubmittedJar> jars,
            List<String> classPath,
            Map<String, String> config) {}

    public int tasks() {
        return program.tasks();
    }

    public String topologyDigest() {
        return program.topologyDigest();
    }

    public Map<String, String> config() {
        return program.config();
    }

    public TopologyRecord withStatus(Status next) {
        return with(next, program, failure);
    }

    public TopologyRecord failed(String cause) {
        return with(Status.FAILED, program, cause);
    }

    public TopologyRecord withSetting(String key, String value) {
        Map<String, String> settings = new TreeMap<>(config());
        settings.put(key, value);
        return with(
                status, new Program(tasks(), topologyDigest(), program.jars(), program.classPath(), settings), failure);
    }

    private TopologyRecord with(Status next, Program with, String why) {
        return new TopologyRecord(name, id, next, submittedAtMillis, with, why, secret);
    }

    /** Whether none of its workers should run any more. */
    public boolean ended() {
        return status == Status.KILLED || status == Status.FAILED;
    }

    /** Returns the digests of all its files. */
    public Stream<String> digests() {
        return Stream.concat(
                Stream.of(topologyDigest()), program.jars().stream().map(SubmittedJar::digest));
    }
}
