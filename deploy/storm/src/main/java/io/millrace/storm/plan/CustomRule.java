// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.plan;

import io.millrace.api.CustomGrouping;
import io.millrace.api.TaskContext;
import io.millrace.storm.task.ComponentObjects;
import io.millrace.storm.value.Boxes;
import io.millrace.storm.worker.StormWorker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.utils.Utils;

/** Runs a grouping of Storm that is an object: an author's own, or partial key. */
final class CustomRule implements CustomGrouping {

    private static final long serialVersionUID = 1L;

    private final byte[] grouping;
    private final String source;

    private transient CustomStreamGrouping rule;
    private transient int task;

    /** @param source the id of the component whose stream it is */
    CustomRule(Grouping grouping, String source) {
        this.grouping = Utils.thriftSerialize(grouping);
        this.source = source;
    }

    @Override
    public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {
        StormWorker worker = context.shared(StormWorker.class);
        Grouping described = Utils.thriftDeserialize(Grouping.class, grouping);
        rule = described.is_set_custom_object()
                ? (CustomStreamGrouping) ComponentObjects.make(described.get_custom_object())
                : Utils.javaDeserialize(described.get_custom_serialized(), CustomStreamGrouping.class);
        task = context.taskId();
        WorkerTopologyContext storm = new WorkerTopologyContext(
                worker.topology(),
                worker.settings(),
                worker.taskToComponent(),
                worker.componentToTasks(),
                worker.fields(),
                context.topologyId(),
                worker.scratch().toString(),
                worker.scratch().toString(),
                worker.port(),
                context.workerTasks(),
                worker.defaultResources(),
                new HashMap<>());
        List<Integer> sorted = new ArrayList<>(targetTasks);
        sorted.sort(null);
        rule.prepare(storm, new GlobalStreamId(source, worker.streams().toStorm(stream)), sorted);
    }

    @Override
    public List<Integer> chooseTasks(List<Object> packed) {
        List<Integer> chosen = rule.chooseTasks(task, Boxes.unpack(packed));
        return chosen == null ? List.of() : chosen;
    }
}
