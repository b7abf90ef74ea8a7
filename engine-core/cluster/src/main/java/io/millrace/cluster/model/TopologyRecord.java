package io.millrace.cluster.model;

import io.millrace.api.RunningTopology.Status;
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
 * @param topologyDigest SHA-256 of the topology's JSON in the blob store
 * @param jars the author's jars in the order of the class path; each is in the blob store
 * @param classPath further entries of the class path, of an embedded cluster's machine
 * @param failure the reason why it has failed, or null
 * @param secret the secret by which its workers and services know each other; it goes to supervisors, to workers in
 *     their launch files, and to services, and nowhere else; null if an earlier version has made none
 */
public record TopologyRecord(
        String name,
        String id,
        Status status,
        long submittedAtMillis,
        int tasks,
        String topologyDigest,
        List<SubmittedJar> jars,
        List<String> classPath,
        Map<String, String> config,
        String failure,
        LinkSecret secret) {

    public TopologyRecord withStatus(Status next) {
        return with(next, failure);
    }

    public TopologyRecord failed(String cause) {
        return with(Status.FAILED, cause);
    }

    public TopologyRecord withSetting(String key, String value) {
        Map<String, String> settings = new TreeMap<>(config);
        settings.put(key, value);
        return new TopologyRecord(
                name, id, status, submittedAtMillis, tasks, topologyDigest, jars, classPath, settings, failure, secret);
    }

    private TopologyRecord with(Status next, String why) {
        return new TopologyRecord(
                name, id, next, submittedAtMillis, tasks, topologyDigest, jars, classPath, config, why, secret);
    }

    /** Whether none of its workers should run any more. */
    public boolean ended() {
        return status == Status.KILLED || status == Status.FAILED;
    }

    /** Returns the digests of all its files. */
    public Stream<String> digests() {
        return Stream.concat(Stream.of(topologyDigest), jars.stream().map(SubmittedJar::digest));
    }
}
