// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.spi.Instances;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.agent.MemoryPointer;
import io.millrace.runtime.snapshot.agent.PointerStore;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.worker.NearRegions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Describes a {@link SteppedTopology}, and how it is distributed. By default it has one worker on one node. */
public final class SteppedTopologyBuilder {

    final Topology topology;
    Config config = Config.empty();
    int workers = 1;
    int nodes = 1;
    Duration delay = Duration.ZERO;
    Duration jitter = Duration.ZERO;
    Duration clocksApart = Duration.ZERO;
    boolean regions;

    /** The region of each node; empty if each node is its own region. */
    List<String> regionOfNode = List.of();

    NearRegions near = NearRegions.NONE;
    List<String> relays = List.of();
    String egress = "";
    int executors = 1;
    long seed = 1;
    Path directory;
    boolean scratch;
    SnapshotStore store = new MemorySnapshotStore();
    PointerStore pointers = new MemoryPointer();
    Instances instances = Instances.AUTHORS;
    List<Capability> observers = List.of();

    SteppedTopologyBuilder(Topology topology) {
        this.topology = topology;
    }

    public SteppedTopologyBuilder config(Config settings) {
        config = settings;
        return this;
    }

    /** Distributes the tasks round robin over several workers, which keep their rings below this directory. */
    public SteppedTopologyBuilder workers(int count, Path ringsBelow) {
        workers = count;
        directory = ringsBelow;
        scratch = false;
        return this;
    }

    /** Distributes the tasks round robin over several workers. Their directory is deleted on close. */
    public SteppedTopologyBuilder workers(int count) {
        workers = count;
        scratch = true;
        return this;
    }

    /**
     * Spreads the workers over several nodes, in turn, which exchange tuples over a simulated network.
     *
     * @param oneWay time of a message from one node to another
     */
    public SteppedTopologyBuilder nodes(int count, Duration oneWay) {
        nodes = count;
        delay = oneWay;
        return this;
    }

    /** Puts each node into a region of its own. */
    public SteppedTopologyBuilder regions() {
        regions = true;
        return this;
    }

    /** Sets the regions of the nodes, in turn. */
    public SteppedTopologyBuilder regions(String... ofNodes) {
        regions = true;
        regionOfNode = List.of(ofNodes);
        return this;
    }

    /** Sets the regions that are near each other, as a controller decides by the round trips that it knows. */
    public SteppedTopologyBuilder near(NearRegions decided) {
        near = decided;
        return this;
    }

    /**
     * Adds workers without tasks, which relay, each on a node of its own.
     *
     * @param names names of their regions, which are those of nodes, as n1
     */
    public SteppedTopologyBuilder relays(String... names) {
        relays = List.of(names);
        return this;
    }

    /** Sets the price of a gigabyte that leaves a node's region. */
    public SteppedTopologyBuilder egress(String prices) {
        egress = prices;
        return this;
    }

    /** Sets the most by which messages between nodes are late. Messages of one connection keep their order. */
    public SteppedTopologyBuilder jitter(Duration most) {
        jitter = most;
        return this;
    }

    /** Sets how far the clock of each node is ahead of that of the node before. The first has the topology's clock. */
    public SteppedTopologyBuilder clocksApart(Duration ahead) {
        clocksApart = ahead;
        return this;
    }

    /** Sets the number of executors of each worker. */
    public SteppedTopologyBuilder executors(int perWorker) {
        executors = perWorker;
        return this;
    }

    /** Sets the stores of snapshots and of the pointer to the last one. By default both are in memory. */
    public SteppedTopologyBuilder snapshots(SnapshotStore in, PointerStore by) {
        store = in;
        pointers = by;
        return this;
    }

    public SteppedTopologyBuilder seed(long value) {
        seed = value;
        return this;
    }

    /** Adds a capability that takes part in all tasks, after the engine's own. */
    public SteppedTopologyBuilder observer(Capability all) {
        observers = List.of(all);
        return this;
    }

    /** Sets the instances to call instead of the author's own. */
    public SteppedTopologyBuilder instances(Instances made) {
        instances = made;
        return this;
    }

    /** Opens all components. Spouts are active unless {@code topology.inactive} is set. */
    public SteppedTopology start() {
        return new SteppedTopology(this);
    }
}
