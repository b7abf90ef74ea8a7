package io.millrace.cluster.controller;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reasons that keep topologies from running, by topology id. The controller's loop writes, any thread reads. */
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private final Map<String, String> problems = new ConcurrentHashMap<>();

    void set(String topologyId, String problem) {
        if (!problem.equals(problems.put(topologyId, problem))) {
            LOG.warn("{}: {}", topologyId, problem);
        }
    }

    /** Sets what may pass by itself, as when a supervisor is restarted or an embedded cluster is closed. */
    void setPassing(String topologyId, String problem) {
        if (!problem.equals(problems.put(topologyId, problem))) {
            LOG.info("{}: {}", topologyId, problem);
        }
    }

    void clear(String topologyId) {
        problems.remove(topologyId);
    }

    Optional<String> of(String topologyId) {
        return Optional.ofNullable(problems.get(topologyId));
    }

    void retain(Set<String> topologyIds) {
        problems.keySet().retainAll(topologyIds);
    }
}
