// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.EngineDecision;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.LinkCounts;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.Stage;
import io.millrace.api.metrics.StageMetrics;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyEngines;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.client.WaitListener;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecision.Verdict;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.RegionMatrix;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SettingChange;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.WorkerDeath;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Accepts topologies and reports them as up and completed; nothing runs. */
final class FakeCluster implements Cluster {

    /** The last lines of the worker. */
    List<String> logged = List.of("first line", "last line");

    /** The state of the last rebalance. */
    RebalanceState rebalanceState = new RebalanceState(7, "DONE", false, "", List.of());

    final Map<String, Submission> submissions = new LinkedHashMap<>();
    final List<String> asked = new ArrayList<>();
    boolean closed;
    SavepointRecord savepoint;
    String savepointFailure = "";

    /** The cause of failure of submitted topologies; null if they complete. */
    String failure;

    /** The note in the answers to submissions. */
    String note;

    List<String> missing = List.of();

    /** The problem of all topologies; null if there is none. */
    String problem;

    /** The nodes by name. */
    final Map<String, NodeInfo> nodes = new LinkedHashMap<>(Map.of(
            "node-a",
            new NodeInfo(
                    "node-a",
                    new NodeInfo.Process("127.0.0.1", 42, 2, 4),
                    1,
                    NodeInfo.State.UP,
                    List.of(),
                    new NodeInfo.Versions("1.1", List.of("1.0", "1.1")),
                    new NodeInfo.Place("eu", false))));

    /** Lines that workers log after the first answer; the topology ends then. */
    final Deque<String> followed = new ArrayDeque<>();

    /** The things that are left on a drained node. */
    List<NodeInfo.Left> left = List.of();

    /** The traces of all topologies. */
    TopologyTraces traces;

    TopologyChannels channels;
    TopologyAlternatives alternatives;
    TopologyEngines engines;

    /** The snapshots of all topologies; null if they take none. */
    SnapshotMetrics snapshots;

    /** Whether topologies run for ever. */
    boolean runs;

    List<String> problems = List.of("waits for a slot");
    List<WorkerDeath> deaths = List.of(new WorkerDeath("w1", "node-a", "ran out of memory", 3, 0, 2, 1));

    @Override
    public TopologyInfo submit(Submission submission) {
        if (submissions.putIfAbsent(submission.name(), submission) != null) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "a topology '" + submission.name() + "' runs already: kill it, or submit with another --name");
        }
        String name = submission.name();
        return new TopologyInfo(
                name,
                name + "-1",
                Status.STARTING,
                0,
                new TopologyInfo.Size(1, 1, 1, missing),
                TopologyInfo.Remarks.of(failure, note));
    }

    @Override
    public List<TopologyInfo> list() {
        return submissions.keySet().stream().map(name -> info(name, end())).toList();
    }

    @Override
    public TopologyDescription describe(String name) {
        known(name);
        return new TopologyDescription(
                info(name, end()),
                7,
                List.of(new TopologyDescription.Part(
                        "lines",
                        "Log lines",
                        "spout",
                        new TopologyDescription.Counts(1, 1, 1),
                        List.of(),
                        List.of("default(line)"),
                        List.of("eu", "us"))),
                new TopologyDescription.Running(
                        workers(), List.of(new TopologyDescription.Place(1, "lines", "w1", "node-a"))),
                new TopologyDescription.Submission(
                        Map.of("topology.workers", "1"),
                        List.of(new SubmittedJar("wc.jar", "d1"), new SubmittedJar("lib.jar", "d2"))),
                new TopologyDescription.Findings(
                        problems, List.of("task 3 of bolt sum gets nothing by localOrShuffle"), deaths),
                new TopologyDescription.Regions(
                        new RegionMatrix(
                                List.of("asia", "eu", "us"),
                                List.of(
                                        new RegionMatrix.Pair("asia", "eu", 50, false, 0, 0),
                                        new RegionMatrix.Pair("eu", "us", 84.125, true, 12.4, 3))),
                        List.of(new TopologyDescription.Relay("relay-node-c", "node-c", "us", true))));
    }

    @Override
    public Topology topology(String digest, String nodeSecret) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TopologyChannels channels(String name) {
        known(name);
        return channels;
    }

    @Override
    public TopologyAlternatives channelAlternatives(String name) {
        known(name);
        return alternatives;
    }

    @Override
    public TopologyEngines engines(String name) {
        known(name);
        return engines;
    }

    @Override
    public void set(String name, SettingChange change) {
        known(name);
        asked.add("set " + name + " " + change.setting().key() + " "
                + change.setting().value());
    }

    @Override
    public TopologyTraces traces(String name) {
        known(name);
        return traces;
    }

    @Override
    public TopologyMetrics metrics(String name) {
        known(name);
        TaskMetrics task = new TaskMetrics(
                "lines",
                1,
                "w1",
                Figures.none(TaskFigure.class)
                        .with(TaskFigure.EMITTED, 1_234)
                        .with(TaskFigure.EXECUTED, 5)
                        .with(TaskFigure.ACKED, 6)
                        .with(TaskFigure.FAILED, 7)
                        .with(TaskFigure.ERRORS, 8)
                        .with(TaskFigure.SLOW_CALLS, 2)
                        .with(TaskFigure.PENDING, 9)
                        .with(TaskFigure.INBOX, 10)
                        .with(TaskFigure.OUTBOX, 11)
                        .with(TaskFigure.FINISHED, true),
                Map.of("remaining", 3L),
                Map.of("heap", 12_540.3, "state.bytes", 4.0),
                Map.of(),
                new LatencySummary(5, 1_000, 2_000, 3_000, 4_000, 5_000),
                new LatencySummary(5, 700, 800, 900, 1_000, 1_100),
                LatencySummary.NONE);
        return new TopologyMetrics(
                name,
                true,
                new TopologyMetrics.Work(
                        workers(),
                        List.of(task),
                        List.of(new ExecutorMetrics(
                                "w1",
                                0,
                                List.of(1),
                                Figures.none(ExecutorFigure.class)
                                        .with(ExecutorFigure.BUSY_NANOS, 250)
                                        .with(ExecutorFigure.BACK_PRESSURED_NANOS, 250)
                                        .with(ExecutorFigure.IDLE_NANOS, 500)
                                        .with(ExecutorFigure.QUEUED, 3)
                                        .with(ExecutorFigure.QUEUE_CAPACITY, 2_048)
                                        .with(ExecutorFigure.RING_USED_BYTES, 1_024)
                                        .with(ExecutorFigure.RING_BYTES, 4_194_304)))),
                new TopologyMetrics.Exchange(
                        List.of(new PeerMetrics(
                                "w1",
                                "w2",
                                Figures.none(PeerFigure.class)
                                        .with(PeerFigure.CONNECTED, true)
                                        .with(PeerFigure.RTT_NANOS, 30_100_000)
                                        .with(PeerFigure.LAST_RTT_NANOS, 31_500_000)
                                        .with(PeerFigure.CLOCK_OFFSET_NANOS, -259_200_000_000_000L)
                                        .with(PeerFigure.CLOCK_ERROR_NANOS, 1_150)
                                        .with(PeerFigure.WINDOW_BYTES, 262_144)
                                        .with(PeerFigure.IN_FLIGHT_BYTES, 20_480)
                                        .with(PeerFigure.CREDIT_LIMITED_NANOS, 125_000_000)
                                        .with(PeerFigure.CONNECTED_NANOS, 10_000_000_000L)
                                        .with(PeerFigure.SENT_MESSAGES, 12_345)
                                        .with(PeerFigure.SENT_CONTROLS, 345)
                                        .with(PeerFigure.SENT_BYTES, 3_145_728)
                                        .with(PeerFigure.RECEIVED_MESSAGES, 54_321)
                                        .with(PeerFigure.RECEIVED_CONTROLS, 21)
                                        .with(PeerFigure.RECEIVED_BYTES, 6_291_456)
                                        .with(PeerFigure.UNTIMED_MESSAGES, 8)
                                        .with(PeerFigure.REFUSED_OFFERS, 4)
                                        .with(PeerFigure.WRITES, 1_536)
                                        .with(PeerFigure.LARGEST_WRITE_BYTES, 65_536)
                                        .with(PeerFigure.LINGERS, 384)
                                        .with(PeerFigure.DIALS, 3)
                                        .with(PeerFigure.CONNECTIONS, 2),
                                "lost w2#1@10.0.0.7:6701: nothing heard for PT10S",
                                Map.of("unconfirmed", 17L),
                                Map.of(),
                                Map.of("idle", 1L))),
                        List.of(new EdgeMetrics("lines", 1, "default", "words", 2, 1_000, 64_000)),
                        List.of(new StageMetrics(
                                "lines",
                                "default",
                                "words",
                                Stage.TRANSIT,
                                new LatencySummary(9, 1_500, 2_500, 9_000, 9_500, 9_900))),
                        new LinkCounts(1, 2, 3_000, 4)),
                new TopologyMetrics.Latencies(
                        new LatencySummary(10, 12_345, 20_000, 1_500_000, 2_000_000, 3_000_000),
                        new LatencySummary(2, 11_000, 12_000, 13_000, 14_000, 15_000)),
                snapshots,
                TopologyMetrics.Sites.NONE);
    }

    @Override
    public SnapshotMetrics snapshots(String name, int most) {
        known(name);
        asked.add("snapshots " + name + " " + most);
        return snapshots.latest(most);
    }

    @Override
    public TrafficReport traffic(String name) {
        known(name);
        return new TrafficReport(
                name,
                true,
                10,
                1,
                List.of(new TrafficReport.ComponentFlow("lines", "words", 1_234, 0, 1, 0, 0, 0)),
                List.of(new TrafficReport.Flow("lines", 1, "words", 2, 1_234, 0, TrafficReport.Distance.EXECUTOR)),
                List.of(new TrafficReport.TaskLoad(1, "lines", "w1", "node-a", 0, 0.25)));
    }

    @Override
    public List<ControllerInfo> controllers() {
        return List.of(
                new ControllerInfo("127.0.0.1", 7370, 41, "1.1", true),
                new ControllerInfo("127.0.0.2", 7370, 43, "", false));
    }

    @Override
    public List<NodeInfo> nodes() {
        return List.copyOf(nodes.values());
    }

    @Override
    public NodeInfo drain(String node) {
        NodeInfo known = node(node);
        nodes.put(node, info(known, NodeInfo.State.DRAINING, left));
        return nodes.get(node);
    }

    @Override
    public NodeInfo undrain(String node) {
        nodes.put(node, info(node(node), NodeInfo.State.UP, List.of()));
        return nodes.get(node);
    }

    private NodeInfo node(String node) {
        if (!nodes.containsKey(node)) {
            throw new ClusterException(Reason.NOT_FOUND, "there is no node '" + node + "': there is node-a");
        }
        return nodes.get(node);
    }

    private static NodeInfo info(NodeInfo of, NodeInfo.State state, List<NodeInfo.Left> left) {
        return new NodeInfo(
                of.node(),
                of.process(),
                of.usedSlots(),
                left.isEmpty() && state == NodeInfo.State.DRAINING ? NodeInfo.State.DRAINED : state,
                left,
                of.versions(),
                of.place());
    }

    @Override
    public void activate(String name) {
        known(name);
        asked.add("activate " + name);
    }

    @Override
    public void deactivate(String name) {
        known(name);
        asked.add("deactivate " + name);
    }

    @Override
    public void onWait(WaitListener listener) {}

    @Override
    public void kill(String name, Duration wait) {
        known(name);
        asked.add("kill " + name + " " + wait.toSeconds());
        submissions.remove(name);
    }

    @Override
    public RebalanceReport rebalance(String name, RebalanceRequest request) {
        known(name);
        asked.add("rebalance " + name + " dryRun=" + request.dryRun() + " algorithm=" + request.algorithm()
                + " workers=" + request.workers() + " executors=" + request.executors()
                + (request.tasks().isEmpty() ? "" : " tasks=" + request.tasks()));
        if (request.workers() > 8) {
            throw new ClusterException(Reason.REFUSED, "-w is " + request.workers() + ", but the topology has 8 tasks");
        }
        return new RebalanceReport(
                name,
                request.dryRun() ? 0 : 7,
                new RebalanceReport.Placement(
                        "multilevel",
                        true,
                        new RebalanceReport.Figures(1_000, 0.5, 0.25, 251_000, 251, 1.5, 1.2, 2),
                        new RebalanceReport.Figures(1_000, 0.125, 0.75, 65_000, 65, 1.0, 1.1, 2)),
                new RebalanceReport.Tasks(
                        List.of(new RebalanceReport.Move(
                                3, "split", "w2", "w3", "moved for cheaper hops: 20 us per second instead of 1,000")),
                        List.of(4)),
                new RebalanceReport.Workers(
                        List.of(new RebalanceReport.Place("w3", "node-a", List.of(3, 4))),
                        List.of(new RebalanceReport.Place("w2", "node-b", List.of(4))),
                        List.of(new RebalanceReport.Place("w1", "node-a", List.of(1, 2))),
                        List.of()),
                List.of(
                        new RebalanceReport.Spread("split", 4, 4, 2, 2, 1),
                        new RebalanceReport.Spread("lines", 1, 1, 1, 1, 1)),
                new RebalanceReport.Judgement(
                        new RebalanceReport.Cost(1, 1, 1, 1), 74.1, List.of("gain: hops cost 74.1 % less")));
    }

    @Override
    public RebalanceState rebalance(String name) {
        known(name);
        asked.add("rebalance " + name);
        return rebalanceState;
    }

    @Override
    public RebalanceDecisions rebalanceDecisions(String name) {
        known(name);
        return new RebalanceDecisions(
                name,
                true,
                List.of(
                        new RebalanceDecision(0, 65_000, 7, Verdict.NOTHING_BETTER, "nothing is better", null, 0),
                        new RebalanceDecision(
                                70_000, 70_000, 1, Verdict.MOVED, "hops would cost 50.0 % less", null, 9)),
                List.of(new EngineDecision(
                        "analyse",
                        2,
                        "w1",
                        "node-a",
                        new EngineDecision.Span(80_000, 83_000, 4),
                        new EngineDecision.Change(EngineDecision.Verdict.NO_ROOM, 2, 2, "3 more are needed"))));
    }

    @Override
    public AskAnswer ask(String name, String function, List<Object> values, Duration timeout) {
        known(name);
        if (!function.equals("scores")) {
            throw new ClusterException(Reason.NOT_FOUND, "no function '" + function + "': did you mean 'scores'?");
        }
        StringBuilder types = new StringBuilder();
        values.forEach(value -> types.append(' ')
                .append(value == null ? "null" : value.getClass().getSimpleName()));
        asked.add("ask " + timeout.toSeconds() + types);
        Map<String, Object> answer = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            answer.put("v" + i, values.get(i));
        }
        return new AskAnswer("score", 3, answer);
    }

    @Override
    public List<LogLines> logs(String name, String worker, int lines, Map<String, String> after) {
        known(name);
        if (worker != null && !worker.equals("w1")) {
            throw new ClusterException(Reason.NOT_FOUND, "'" + name + "' has no worker '" + worker + "': it has w1");
        }
        asked.add("logs " + name + " " + worker + " " + lines);
        if (after.isEmpty()) {
            return List.of(new LogLines("w1", "node-a", logged, "0.21"));
        }
        if (followed.isEmpty()) {
            throw new ClusterException(Reason.NOT_FOUND, "no topology '" + name + "'");
        }
        return List.of(new LogLines("w1", "node-a", List.of(followed.remove()), "0.34"));
    }

    @Override
    public SavepointRecord savepoint(String name, SavepointRequest request) {
        known(name);
        savepoint = new SavepointRecord(3, request.location(), request.then(), "");
        return savepoint;
    }

    @Override
    public SavepointRecord savepoint(String name) {
        return savepoint.answered(7, 1_000, savepointFailure);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void known(String name) {
        if (!submissions.containsKey(name)) {
            throw new ClusterException(
                    Reason.NOT_FOUND, "no topology '" + name + "': 'millrace list' shows those there are");
        }
    }

    private List<WorkerMetrics> workers() {
        return List.of(new WorkerMetrics("w1", "node-a", 4711, 7, 1, !runs, LinkCounts.NONE));
    }

    private Status end() {
        return runs ? Status.ACTIVE : failure == null ? Status.COMPLETED : Status.FAILED;
    }

    private TopologyInfo info(String name, Status status) {
        return new TopologyInfo(
                        name,
                        name + "-1",
                        status,
                        0,
                        new TopologyInfo.Size(1, 1, 1, missing),
                        TopologyInfo.Remarks.of(failure, null))
                .with(snapshots)
                .withProblem(problem);
    }
}
