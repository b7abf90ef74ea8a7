package io.millrace.cluster.model;

import io.millrace.api.RunningTopology.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A submitted topology.
 *
 * @param id unique among all submissions; safe as a file's name
 * @param status ACTIVE, INACTIVE, COMPLETED, FAILED or KILLED; the state of its workers tells whether an active one is
 *     still starting
 * @param topologyDigest SHA-256 of the topology's JSON in the blob store
 * @param jarDigest SHA-256 of the author's jar in the blob store, or null
 * @param classPath the author's classes if there is no jar
 * @param failure why it has failed, or null
 */
public record TopologyRecord(
        String name,
        String id,
        Status status,
        long submittedAtMillis,
        int tasks,
        String topologyDigest,
        String jarDigest,
        List<String> classPath,
        Map<String, String> config,
        String failure) {

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
                name, id, status, submittedAtMillis, tasks, topologyDigest, jarDigest, classPath, settings, failure);
    }

    private TopologyRecord with(Status next, String why) {
        return new TopologyRecord(
                name, id, next, submittedAtMillis, tasks, topologyDigest, jarDigest, classPath, config, why);
    }

    /** Whether none of its workers should run any more. */
    public boolean ended() {
        return status == Status.KILLED || status == Status.FAILED;
    }
}
