// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.TaskPart;
import java.util.List;
import java.util.Map;

/** Records the events of every task, and replaces spouts that the test feeds. Used by the thread of the test. */
final class Observer implements Instances, Capability {

    private final Map<String, RecordedEvents> recordings;
    private final Map<String, Feed> feeds;

    Observer(Map<String, RecordedEvents> recordings, Map<String, Feed> feeds) {
        this.recordings = recordings;
        this.feeds = feeds;
    }

    /**
     * Returns whether the engine's component is replaced. A fed spout is only if the test replaces it. A results bolt
     * is, because a test has no subscription to it.
     */
    @Override
    public boolean replacesEngines(ComponentSpec spec) {
        return spec.kind() != ComponentSpec.Kind.SPOUT || feeds.containsKey(spec.id());
    }

    @Override
    public Component make(ComponentSpec spec, int task, ClassLoader loader) {
        Feed feed = feeds.get(spec.id());
        return feed == null ? spec.instantiate(loader) : new FedSpout(feed);
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        return List.of(new ObservedCalls(task, recordings.get(task.component())));
    }

    @Override
    public List<TaskPart> partsOf(SpoutTask task) {
        return List.of(new ObservedTrees(task, recordings.get(task.component())));
    }
}
