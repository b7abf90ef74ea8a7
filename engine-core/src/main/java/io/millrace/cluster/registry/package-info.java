/**
 * What the processes of a cluster know of each other, kept in ZooKeeper. Everything under {@code zookeeper.root}:
 *
 * <pre>
 * /cluster                            ClusterRecord: the cluster's id
 * /controllers/latch/...              leader election among controllers
 * /controllers/leader                 ephemeral ControllerRecord: where the leader serves REST
 * /supervisors/&lt;node&gt;                 ephemeral SupervisorRecord
 * /topologies/&lt;name&gt;                  TopologyRecord; every change is a compare-and-set of its version
 * /topologies/&lt;name&gt;/assignment       AssignmentRecord; every change is a compare-and-set and raises its epoch
 * /topologies/&lt;name&gt;/workers/&lt;worker&gt; ephemeral PeerEndpoint of a worker that is up
 * /topologies/&lt;name&gt;/starts/&lt;worker&gt;  the node that started it last; the version of this node is the epoch
 * </pre>
 *
 * <p>Nothing here is written at a rate: metrics go from supervisors to the controller by HTTP. A suspended connection
 * counts as a lost one. Readers keep what they knew last, so that losing ZooKeeper stops nothing that runs.
 *
 * <p>Threads: the methods of {@link io.millrace.cluster.registry.Registry} block and may be called by any thread;
 * listeners are called on Curator's threads and only wake a loop.
 */
package io.millrace.cluster.registry;

import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
