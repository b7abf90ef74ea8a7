// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.decision;

import io.millrace.api.metrics.EngineDecision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last decisions of the tasks of a worker. Equal decisions of a task in a row are one entry, so that they do not
 * displace others. Any thread.
 */
public final class EngineDecisions {

    private static final Logger LOG = LoggerFactory.getLogger(EngineDecisions.class);

    /** The most decisions that are kept for one worker. */
    static final int MOST = 100;

    /** All decisions, the oldest first. Guarded by this. */
    private final List<EngineDecision> all = new ArrayList<>();

    /** The last decision of each task, by task. */
    private final Map<Integer, EngineDecision> last = new HashMap<>();

    private Runnable whenAdded = () -> {};

    /** Sets an action that is run after each decision. It must not block. */
    public synchronized void whenAdded(Runnable action) {
        whenAdded = action;
    }

    public synchronized void add(EngineDecision next) {
        EngineDecision before = last.get(next.task());
        int index = before == null
                        || before.change().verdict() != next.change().verdict()
                        || next.change().verdict().changes()
                ? -1
                : all.lastIndexOf(before);
        EngineDecision entry = index < 0 ? next : before.again(next);
        if (index < 0) {
            all.add(entry);
            LOG.info(
                    "component '{}', task {}: {} to {} engines: {}",
                    next.component(),
                    next.task(),
                    next.change().before(),
                    next.change().after(),
                    next.change().reason());
        } else {
            all.set(index, entry);
        }
        if (all.size() > MOST) {
            all.remove(0);
        }
        last.put(next.task(), entry);
        whenAdded.run();
    }

    /** Returns the decisions, the oldest first. */
    public synchronized List<EngineDecision> list() {
        return List.copyOf(all);
    }
}
