// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.api.Topology;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SettingChange;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TrafficReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A connection to a cluster's leading controller. Any thread may call; every call may throw ClusterException. */
public interface Cluster extends AutoCloseable {

    /** Submits a topology. Its files are on two machines when this returns; if there is only one, the note says so. */
    TopologyInfo submit(Submission submission);

    List<TopologyInfo> list();

    TopologyDescription describe(String name);

    /**
     * Returns the graph of a topology with its settings and objects, by the digest in its record.
     *
     * @param nodeSecret the secret of the cluster's nodes, from its registry
     */
    Topology topology(String digest, String nodeSecret);

    TopologyMetrics metrics(String name);

    /** Returns traces of a topology's sampled tuples that ended in the last minute. */
    TopologyTraces traces(String name);

    /** Returns the channels between the regions of a topology. */
    TopologyChannels channels(String name);

    /** Returns the settings that these channels could have. */
    TopologyAlternatives channelAlternatives(String name);

    /** Returns the engines of a topology's tasks. */
    TopologyEngines engines(String name);

    /** Changes a setting of a running topology. */
    void set(String name, SettingChange change);

    /**
     * Returns the counts of a topology's snapshots. While no worker reports them, only the last commit is known.
     *
     * @param most the number of the last snapshots to report, 0 to 100
     */
    SnapshotMetrics snapshots(String name, int most);

    TrafficReport traffic(String name);

    List<ControllerInfo> controllers();

    List<NodeInfo> nodes();

    /** Moves all tasks off a node for maintenance; does not wait. */
    NodeInfo drain(String node);

    /** Lets tasks be placed on a drained node again. */
    NodeInfo undrain(String node);

    void activate(String name);

    void deactivate(String name);

    /** Kills a topology, and waits up to {@code wait} until its workers are gone; zero does not wait. */
    void kill(String name, Duration wait);

    /** Starts a rebalance of a topology, or reports the changes that it would make; does not wait. */
    RebalanceReport rebalance(String name, RebalanceRequest request);

    RebalanceState rebalance(String name);

    /** Returns the latest decisions of the automatic mode, and of tasks about their engines, with their reasons. */
    RebalanceDecisions rebalanceDecisions(String name);

    /** Asks for a savepoint of a topology; does not wait. */
    SavepointRecord savepoint(String name, SavepointRequest request);

    /** Returns the last savepoint that was requested of a topology, also of one that has ended with it. */
    SavepointRecord savepoint(String name);

    /**
     * Asks a function of a topology, and waits for the answer. The request is repeated if the controller changes
     * meanwhile.
     *
     * @param values one value per field: texts, longs, doubles, booleans, nulls, lists and maps
     */
    AskAnswer ask(String name, String function, List<Object> values, Duration timeout);

    /** Returns the last log lines of a topology's workers; a null worker means all of them. */
    default List<LogLines> logs(String name, String worker, int lines) {
        return logs(name, worker, lines, Map.of());
    }

    /**
     * Returns log lines as {@link #logs(String, String, int)} does, but of the workers in {@code after} the lines that
     * follow these positions of an earlier answer.
     */
    List<LogLines> logs(String name, String worker, int lines, Map<String, String> after);

    /**
     * Sets the listener to waits of this client: while it sends files, while they are copied, and while no controller
     * leads.
     */
    void onWait(WaitListener listener);

    @Override
    void close();
}
