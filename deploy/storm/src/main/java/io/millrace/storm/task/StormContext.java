// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricSet;
import com.codahale.metrics.Timer;
import io.millrace.api.TaskContext;
import io.millrace.api.error.TopologyException;
import io.millrace.storm.worker.StormWorker;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.metric.api.CombinedMetric;
import org.apache.storm.metric.api.ICombiner;
import org.apache.storm.metric.api.IMetric;
import org.apache.storm.metric.api.IReducer;
import org.apache.storm.metric.api.ReducedMetric;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;

/** The context of a task, as Storm's components get it. Any thread may read it. */
@SuppressWarnings({"deprecation", "rawtypes", "unchecked"})
final class StormContext extends TopologyContext {

    private final TaskContext context;
    private final StormWorker worker;
    private final TaskMeters meters;
    private final Map<String, Set<Integer>> directTargets = new HashMap<>();

    static StormContext of(TaskContext context, StormWorker worker, Map<String, Object> settings, Turn turn) {
        StormContext made = new StormContext(context, worker, settings, turn);
        made.findDirectTargets();
        return made;
    }

    private StormContext(TaskContext context, StormWorker worker, Map<String, Object> settings, Turn turn) {
        super(
                worker.topology(),
                settings,
                worker.taskToComponent(),
                worker.componentToTasks(),
                worker.fields(),
                new HashMap<>(),
                context.topologyId(),
                worker.scratch().toString(),
                worker.scratch().toString(),
                context.taskId(),
                worker.port(),
                context.workerTasks(),
                worker.defaultResources(),
                worker.userResources(),
                new HashMap<>(),
                new HashMap<>(),
                new AtomicBoolean(false),
                new StormMetricRegistry());
        this.context = context;
        this.worker = worker;
        this.meters = new TaskMeters(context, turn);
    }

    private void findDirectTargets() {
        getThisTargets()
                .forEach((stream, byComponent) -> byComponent.forEach((component, grouping) -> {
                    if (grouping.is_set_direct()) {
                        directTargets
                                .computeIfAbsent(stream, any -> new HashSet<>())
                                .addAll(worker.componentToTasks().get(component));
                    }
                }));
    }

    /** Whether a task gets direct emissions on a stream of this one. Storm drops those to others. */
    boolean subscribes(int task, String stream) {
        Set<Integer> targets = directTargets.get(stream);
        return targets != null && targets.contains(task);
    }

    boolean hasHooks() {
        return !getHooks().isEmpty();
    }

    /** Returns the directory of the jar's resources, where programs of shell components are. */
    @Override
    public String getCodeDir() {
        try {
            Path resources = context.resource("");
            return resources.toString();
        } catch (TopologyException e) {
            return worker.scratch().toString();
        }
    }

    @Override
    public AtomicReference<Map<Integer, NodeInfo>> getTaskToNodePort() {
        throw new UnsupportedOperationException(
                "getTaskToNodePort: Millrace's tasks move between workers, and have no ports; see docs/storm-jars.md");
    }

    @Override
    public AtomicReference<Map<String, String>> getNodeToHost() {
        throw new UnsupportedOperationException(
                "getNodeToHost: names of hosts are not known to tasks; see docs/storm-jars.md");
    }

    @Override
    public <T extends IMetric> T registerMetric(String name, T metric, int bucketSeconds) {
        meters.add(name, metric, bucketSeconds);
        return metric;
    }

    @Override
    public ReducedMetric registerMetric(String name, IReducer reducer, int bucketSeconds) {
        return registerMetric(name, new ReducedMetric(reducer), bucketSeconds);
    }

    @Override
    public CombinedMetric registerMetric(String name, ICombiner combiner, int bucketSeconds) {
        return registerMetric(name, new CombinedMetric(combiner), bucketSeconds);
    }

    @Override
    public IMetric getRegisteredMetricByName(String name) {
        return meters.old(name);
    }

    @Override
    public Timer registerTimer(String name) {
        return meters.add(name, super.registerTimer(name));
    }

    @Override
    public Histogram registerHistogram(String name) {
        return meters.add(name, super.registerHistogram(name));
    }

    @Override
    public Meter registerMeter(String name) {
        return meters.add(name, super.registerMeter(name));
    }

    @Override
    public Counter registerCounter(String name) {
        return meters.add(name, super.registerCounter(name));
    }

    @Override
    public <T> Gauge<T> registerGauge(String name, Gauge<T> gauge) {
        return meters.add(name, super.registerGauge(name, gauge));
    }

    @Override
    public void registerMetricSet(String prefix, MetricSet set) {
        super.registerMetricSet(prefix, set);
        for (Map.Entry<String, Metric> each : set.getMetrics().entrySet()) {
            meters.add(prefix + "." + each.getKey(), each.getValue());
        }
    }
}
