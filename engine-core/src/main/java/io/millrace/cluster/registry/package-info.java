/**
 * The shared state of a cluster's processes in ZooKeeper. The nodes below {@code zookeeper.root}:
 *
 * <pre>
 * /cluster                            ClusterRecord: the cluster's id
 * /controllers/latch/...              leader election among controllers
 * /controllers/leader                 ephemeral ControllerRecord: where the leader serves REST
 * /controllers/members/&lt;instance&gt;     ephemeral ControllerRecord of each controller that is up
 * /supervisors/&lt;node&gt;                 ephemeral SupervisorRecord
 * /topologies/&lt;name&gt;                  TopologyRecord; every change is a compare-and-set of its version
 * /topologies/&lt;name&gt;/assignment       AssignmentRecord; every change is a compare-and-set and raises its epoch
 * /topologies/&lt;name&gt;/workers/&lt;worker&gt; ephemeral PeerEndpoint of a worker that is up
 * /topologies/&lt;name&gt;/starts/&lt;worker&gt;  WorkerStart: its last start; the version of this ZooKeeper node is the epoch
 * </pre>
 *
 * <p>Nothing here is written at a rate: supervisors send metrics to the controller over HTTP. A suspended connection
 * counts as lost. Readers keep the last known state, so losing ZooKeeper stops nothing that runs.
 *
 * <p>Threads: the methods of {@link io.millrace.cluster.registry.Registry} block, and any thread may call them.
 * Listeners run on Curator's threads and only wake a loop.
 */
package io.millrace.cluster.registry;
