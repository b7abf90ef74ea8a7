/**
 * The shared state of a cluster's processes in ZooKeeper. The nodes below {@code zookeeper.root}:
 *
 * <pre>
 * /cluster                                  ClusterRecord: the cluster's id
 * /secret                                   by which controllers and supervisors prove themselves to each other
 * /controllers/latch/...                    leader election among controllers
 * /controllers/term                         its version is the number of the leader's term
 * /controllers/leader                       ephemeral ControllerRecord: where the leader serves REST
 * /controllers/members/&lt;instance&gt;           ephemeral ControllerRecord of each controller that is up
 * /supervisors/&lt;node&gt;                       ephemeral SupervisorRecord
 * /drains/&lt;node&gt;                            DrainRecord of a node that is drained for maintenance
 * /checks/&lt;number&gt;                          ephemeral StateCheck: a topology's state directory that is checked at its submit
 * /topologies/&lt;name&gt;                        TopologyRecord
 * /topologies/&lt;name&gt;/&lt;id&gt;                   AnsweredRequest of its submission
 * /topologies/&lt;name&gt;/&lt;id&gt;/assignment        AssignmentRecord; every change raises its epoch
 * /topologies/&lt;name&gt;/&lt;id&gt;/workers/&lt;worker&gt;  ephemeral PeerEndpoint of a worker that is up
 * /topologies/&lt;name&gt;/&lt;id&gt;/clients/&lt;client&gt;  ephemeral ClientEndpoint of a service that feeds, asks or takes
 * /topologies/&lt;name&gt;/&lt;id&gt;/snapshots         Pointer: the generation, and the last snapshot that was committed
 * /topologies/&lt;name&gt;/&lt;id&gt;/savepoint         SavepointRecord: the last one that was asked, and what became of it
 * /topologies/&lt;name&gt;/&lt;id&gt;/rebalance         AnsweredRequest of the last rebalance that a client has asked
 * /topologies/&lt;name&gt;/&lt;id&gt;/starts/&lt;worker&gt;   WorkerStart: its last start; the version of this ZooKeeper node is the epoch
 * </pre>
 *
 * <p>Every change is one transaction that names the versions of what it depends on. What belongs to a topology is below
 * the id of its submission, so that a late change cannot meet a later topology of the same name. The leader's changes also check its term.
 *
 * <p>Nothing here is written at a rate: supervisors send metrics to the controller over HTTP. A suspended connection
 * counts as lost. Readers keep the last known state, so losing ZooKeeper stops nothing that runs. A copy is read anew
 * after each loss; it may be late, so nothing ends because something is absent from it, before the registry itself
 * confirms that.
 *
 * <p>Threads: the methods of {@link io.millrace.cluster.registry.Registry} block, and any thread may call them.
 * Listeners run on the store's threads and only wake a loop.
 */
package io.millrace.cluster.registry;
