// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reasons that keep topologies from running, by topology id, and why the state of all of them may be outdated. The
 * controller's loop writes, any thread reads.
 */
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private final Supplier<Optional<String>> ofAll;
    private final Map<String, String> problems = new ConcurrentHashMap<>();

    /** @param ofAll returns a problem that all topologies have now */
    Problems(Supplier<Optional<String>> ofAll) {
        this.ofAll = ofAll;
    }

    /** Whether there is a problem that all topologies have. */
    boolean concernAll() {
        return ofAll.get().isPresent();
    }

    void set(String topologyId, String problem) {
        if (!problem.equals(problems.put(topologyId, problem))) {
            LOG.warn("{}: {}", topologyId, problem);
        }
    }

    /** Sets a problem that may pass by itself, as when a supervisor is restarted or an embedded cluster is closed. */
    void setPassing(String topologyId, String problem) {
        if (!problem.equals(problems.put(topologyId, problem))) {
            LOG.info("{}: {}", topologyId, problem);
        }
    }

    void clear(String topologyId) {
        problems.remove(topologyId);
    }

    Optional<String> of(String topologyId) {
        Optional<String> own = Optional.ofNullable(problems.get(topologyId));
        return ofAll.get()
                .map(all -> own.map(one -> all + "; " + one).orElse(all))
                .or(() -> own);
    }

    void retain(Set<String> topologyIds) {
        problems.keySet().retainAll(topologyIds);
    }
}
