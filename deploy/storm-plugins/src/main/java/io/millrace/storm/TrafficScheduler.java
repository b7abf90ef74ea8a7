// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.storm.scheduler.Improvements;
import io.millrace.storm.scheduler.NimbusTraffic;
import io.millrace.storm.scheduler.SchedulerSettings;
import io.millrace.storm.scheduler.TrafficSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.DefaultScheduler;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.IScheduler;
import org.apache.storm.scheduler.IsolationScheduler;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Storm's own scheduler, whose answer is then improved by what topologies are known to exchange. Made by Nimbus from
 * {@code storm.scheduler} and called by one thread at a time. Whatever goes wrong here leaves the answer of Storm's
 * scheduler, with one line in the log.
 */
public final class TrafficScheduler implements IScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(TrafficScheduler.class);

    private IScheduler own = new DefaultScheduler();
    private Set<String> isolated = Set.of();
    private TrafficSource traffic = TrafficSource.NONE;
    private Improvements improvements = new Improvements(SchedulerSettings.DEFAULTS, traffic);

    /** Made by Nimbus. */
    public TrafficScheduler() {}

    /** A scheduler that gets its traffic from elsewhere. It is not prepared. */
    TrafficScheduler(SchedulerSettings settings, TrafficSource traffic) {
        this.traffic = traffic;
        this.improvements = new Improvements(settings, traffic);
    }

    @Override
    public void prepare(Map<String, Object> conf, StormMetricsRegistry metrics) {
        isolated = SchedulerSettings.isolatedTopologies(conf);
        own = isolated.isEmpty() ? new DefaultScheduler() : new IsolationScheduler();
        own.prepare(conf, metrics);
        try {
            SchedulerSettings settings = SchedulerSettings.of(conf);
            traffic = NimbusTraffic.start(conf, settings);
            improvements = new Improvements(settings, traffic);
        } catch (RuntimeException e) {
            LOG.warn("Storm's own scheduler decides alone: {}", e.toString());
        }
    }

    @Override
    public void schedule(Topologies topologies, Cluster cluster) {
        Map<String, Map<ExecutorDetails, WorkerSlot>> running = running(topologies, cluster);
        own.schedule(topologies, cluster);
        for (TopologyDetails topology : topologies.getTopologies()) {
            if (isolated.contains(topology.getName())) {
                continue;
            }
            try {
                improvements.improve(topology, cluster, running.get(topology.getId()));
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("topology {} stays as Storm's own scheduler placed it: {}", topology.getId(), e.toString());
            }
        }
    }

    private static Map<String, Map<ExecutorDetails, WorkerSlot>> running(Topologies topologies, Cluster cluster) {
        Map<String, Map<ExecutorDetails, WorkerSlot>> running = new HashMap<>();
        for (TopologyDetails topology : topologies.getTopologies()) {
            var assignment = cluster.getAssignmentById(topology.getId());
            running.put(
                    topology.getId(), assignment == null ? Map.of() : new HashMap<>(assignment.getExecutorToSlot()));
        }
        return running;
    }

    @Override
    public Map<String, Object> config() {
        return Map.of();
    }

    @Override
    public void nodeAssignmentSent(String node, boolean successful) {
        own.nodeAssignmentSent(node, successful);
    }

    @Override
    public void cleanup() {
        traffic.close();
        own.cleanup();
    }
}
