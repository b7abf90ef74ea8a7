// SPDX-License-Identifier: Apache-2.0
/**
 * The shared state of a cluster's processes in ZooKeeper. The nodes below {@code zookeeper.root}:
 *
 * <pre>
 * /cluster                                  ClusterRecord: the cluster's id
 * /secret                                   the secret of controllers and supervisors
 * /controllers/latch/...                    leader election among controllers
 * /controllers/term                         its version is the number of the leader's term
 * /controllers/leader                       ephemeral ControllerRecord: the leader's REST address
 * /controllers/members/&lt;instance&gt;           ephemeral ControllerRecord of each controller that is up
 * /supervisors/&lt;node&gt;                       ephemeral SupervisorRecord
 * /drains/&lt;node&gt;                            DrainRecord of a node that is drained for maintenance
 * /checks/&lt;number&gt;                          ephemeral StateCheck of a state directory, at a submit
 * /topologies/&lt;name&gt;                        TopologyRecord
 * /topologies/&lt;name&gt;/&lt;id&gt;                   AnsweredRequest of its submission
 * /topologies/&lt;name&gt;/&lt;id&gt;/assignment        AssignmentRecord; every change raises its epoch
 * /topologies/&lt;name&gt;/&lt;id&gt;/workers/&lt;worker&gt;  ephemeral PeerEndpoint of a worker that is up
 * /topologies/&lt;name&gt;/&lt;id&gt;/clients/&lt;client&gt;  ephemeral ClientEndpoint of a service
 * /topologies/&lt;name&gt;/&lt;id&gt;/snapshots         Pointer: generation, and last committed snapshot
 * /topologies/&lt;name&gt;/&lt;id&gt;/savepoint         SavepointRecord: the last requested, and its outcome
 * /topologies/&lt;name&gt;/&lt;id&gt;/rebalance         AnsweredRequest of the last requested rebalance
 * /topologies/&lt;name&gt;/&lt;id&gt;/starts/&lt;worker&gt;   WorkerStart: last start; the node's version is the epoch
 * </pre>
 *
 * <p>Every change is one transaction that names the versions of the nodes on which it depends. All nodes of a topology
 * are below the id of its submission, so that a late change cannot meet a later topology of the same name. The leader's
 * changes also check its term.
 *
 * <p>The registry is written only at changes: supervisors send metrics to the controller over HTTP. A suspended
 * connection counts as lost. Readers keep the last known state, so the loss of ZooKeeper stops no process. A copy is
 * read anew after each loss; it may be late, so no process ends because a node is absent from it, before the registry
 * itself confirms that.
 *
 * <p>Threads: the methods of {@link io.millrace.cluster.registry.Registry} block, and any thread may call them.
 * Listeners run on the store's threads and only wake a loop.
 */
package io.millrace.cluster.registry;
