// SPDX-License-Identifier: Apache-2.0
package org.apache.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.GetInfoOptions;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/**
 * Stands in for Storm's class of this name, so that main classes which use it run: its topologies go to where those of
 * {@code StormSubmitter} go. Nothing of it is Storm's.
 */
@SuppressWarnings("deprecation")
public final class LocalCluster implements ILocalCluster {

    private static final int NO_WAIT = 0;

    private final List<String> submitted = new ArrayList<>();

    /** A topology that this cluster has submitted; its close kills it. */
    public final class LocalTopology extends StormTopology implements ILocalTopology {

        private static final long serialVersionUID = 1L;

        private final transient String name;

        LocalTopology(String name, StormTopology topology) {
            super(topology);
            this.name = name;
        }

        @Override
        public void close() throws TException {
            killTopology(name);
        }
    }

    @Override
    public LocalTopology submitTopology(String name, Map<String, Object> conf, StormTopology topology)
            throws TException {
        return submitTopologyWithOpts(name, conf, topology, null);
    }

    @Override
    public LocalTopology submitTopologyWithOpts(
            String name, Map<String, Object> conf, StormTopology topology, SubmitOptions options) throws TException {
        nimbus().submitTopologyWithOpts(name, null, JSONValue.toJSONString(conf), topology, options);
        submitted.add(name);
        return new LocalTopology(name, topology);
    }

    @Override
    public void uploadNewCredentials(String name, Credentials credentials) throws TException {
        nimbus().uploadNewCredentials(name, credentials);
    }

    @Override
    public void killTopology(String name) throws TException {
        KillOptions options = new KillOptions();
        options.set_wait_secs(NO_WAIT);
        killTopologyWithOpts(name, options);
    }

    @Override
    public void killTopologyWithOpts(String name, KillOptions options) throws TException {
        nimbus().killTopologyWithOpts(name, options);
        submitted.remove(name);
    }

    @Override
    public void activate(String name) throws TException {
        nimbus().activate(name);
    }

    @Override
    public void deactivate(String name) throws TException {
        nimbus().deactivate(name);
    }

    @Override
    public void rebalance(String name, RebalanceOptions options) throws TException {
        nimbus().rebalance(name, options);
    }

    @Override
    public void shutdown() {
        close();
    }

    /** Kills what this cluster has submitted. */
    @Override
    public void close() {
        for (String name : List.copyOf(submitted)) {
            try {
                killTopology(name);
            } catch (TException e) {
                throw new IllegalStateException("topology '" + name + "' cannot be killed: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public String getTopologyConf(String id) throws TException {
        return nimbus().getTopologyConf(id);
    }

    @Override
    public StormTopology getTopology(String id) throws TException {
        return nimbus().getTopology(id);
    }

    @Override
    public ClusterSummary getClusterInfo() throws TException {
        return nimbus().getClusterInfo();
    }

    @Override
    public List<TopologySummary> getTopologySummaries() throws TException {
        return nimbus().getTopologySummaries();
    }

    @Override
    public TopologySummary getTopologySummaryByName(String name) throws TException {
        return nimbus().getTopologySummaryByName(name);
    }

    @Override
    public TopologySummary getTopologySummary(String id) throws TException {
        return nimbus().getTopologySummary(id);
    }

    @Override
    public TopologyInfo getTopologyInfo(String id) throws TException {
        return nimbus().getTopologyInfo(id);
    }

    @Override
    public TopologyInfo getTopologyInfoByName(String name) throws TException {
        return nimbus().getTopologyInfoByName(name);
    }

    @Override
    public TopologyInfo getTopologyInfoWithOpts(String id, GetInfoOptions options) throws TException {
        return nimbus().getTopologyInfoWithOpts(id, options);
    }

    @Override
    public TopologyInfo getTopologyInfoByNameWithOpts(String name, GetInfoOptions options) throws TException {
        return nimbus().getTopologyInfoByNameWithOpts(name, options);
    }

    @Override
    public IStormClusterState getClusterState() {
        throw missing("getClusterState");
    }

    @Override
    public void advanceClusterTime(int seconds) {
        throw missing("advanceClusterTime");
    }

    @Override
    public void advanceClusterTime(int seconds, int step) {
        throw missing("advanceClusterTime");
    }

    @Override
    public String getTrackedId() {
        throw missing("getTrackedId");
    }

    private static UnsupportedOperationException missing(String method) {
        return new UnsupportedOperationException(
                "LocalCluster." + method + ": only Storm's own cluster for tests has it; see docs/storm-jars.md");
    }

    private static Nimbus.Iface nimbus() {
        return NimbusClient.Builder.withConf(Utils.readStormConfig()).build().getClient();
    }
}
