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
import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.ControllerInfo;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.LogPositions;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.SettingChange;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.TopologyNames;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** The client of a controller's REST interface. It finds the new leader when the controller changes. Any thread. */
final class HttpCluster implements Cluster {

    private static final long RETRY_FOR_NANOS = Duration.ofSeconds(9).toNanos();
    private static final int SILENT_MILLIS = 2_000;
    private static final int PROBE_MILLIS = 1_000;
    private static final long RETRY_PAUSE_MILLIS = 100;
    private static final long POLL_MILLIS = 50;
    private static final byte[] NOTHING = new byte[0];

    private static final int MOST_UPLOADS = 3;
    private static final long MEGABYTE = 1_000_000;

    /** The time-out of a submission, during which the state directory is checked. */
    private static final int SUBMIT_MILLIS = 30_000;

    /** The time by which this end waits longer than the controller, which reports a time-out with its reason. */
    private static final int ASK_GRACE_MILLIS = 10_000;

    private final Supplier<HttpTarget> locator;
    private final SilenceWatch silence = new SilenceWatch(SILENT_MILLIS, PROBE_MILLIS);
    private volatile HttpTarget controller;
    private volatile WaitListener waits = WaitListener.NONE;

    HttpCluster(Supplier<HttpTarget> locator) {
        this.locator = locator;
    }

    /** Finds the controller now, so that an error shows early. */
    void locate() {
        controller = locator.get();
    }

    @Override
    public void onWait(WaitListener listener) {
        waits = listener;
    }

    @Override
    public TopologyInfo submit(Submission submission) {
        String name = checked(submission.name());
        byte[] topology = TopologyJson.write(submission.topology()).getBytes(StandardCharsets.UTF_8);
        String topologyDigest = Digest.of(topology);
        Path part = null;
        try {
            part = Files.createTempFile("millrace-topology", ".json");
            Files.write(part, topology);
            List<Path> jars = ClassPathJars.of(submission.jar(), submission.libs());
            ClassPathJars.requireNothingOutside(jars);
            List<SubmittedJar> submitted = new ArrayList<>();
            for (Path jar : jars) {
                submitted.add(new SubmittedJar(jar.getFileName().toString(), Digest.of(jar)));
            }
            List<String> warnings = jars.size() < 2 ? List.of() : ClassPathJars.duplicateClasses(jars);
            SubmitRequest request = new SubmitRequest(
                    name,
                    topologyDigest,
                    submitted,
                    submission.classPath() == null ? List.of() : submission.classPath(),
                    submission.config().asMap());
            String id = newRequest();
            for (int uploads = 1; ; uploads++) {
                for (int i = 0; i < jars.size(); i++) {
                    upload(submitted.get(i).digest(), jars.get(i));
                }
                upload(topologyDigest, part);
                try {
                    return submit(request, id).withNotes(warnings);
                } catch (ClusterException e) {
                    // Another controller leads now, which does not have the files yet
                    if (e.reason() != Reason.NOT_FOUND || uploads == MOST_UPLOADS) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            throw new ClusterException(Reason.FAILED, "cannot read the files to submit: " + e.getMessage(), e);
        } finally {
            removeQuietly(part);
        }
    }

    /** Repeats the request while the files are being copied. */
    private TopologyInfo submit(SubmitRequest request, String id) {
        long start = System.nanoTime();
        while (true) {
            byte[] answer = ask(target -> target.post("/v1/topologies" + id, Json.write(request), SUBMIT_MILLIS));
            SubmitResponse response = Json.read(answer, SubmitResponse.class);
            if (response.topology() != null) {
                return response.topology();
            }
            waits.waits(System.nanoTime() - start, () -> "waits for " + response.waitsFor());
        }
    }

    @Override
    public List<TopologyInfo> list() {
        return Json.readList(ask(target -> target.get("/v1/topologies")), TopologyInfo.class);
    }

    @Override
    public TopologyDescription describe(String name) {
        return Json.read(ask(target -> target.get(path(name, ""))), TopologyDescription.class);
    }

    @Override
    public Topology topology(String digest, String nodeSecret) {
        byte[] file = ask(target -> target.get(RestPaths.BLOBS + digest, nodeSecret));
        return TopologyJson.read(new String(file, StandardCharsets.UTF_8));
    }

    @Override
    public TopologyMetrics metrics(String name) {
        return Json.read(ask(target -> target.get(path(name, "/metrics"))), TopologyMetrics.class);
    }

    @Override
    public TopologyTraces traces(String name) {
        return Json.read(ask(target -> target.get(path(name, "/traces"))), TopologyTraces.class);
    }

    @Override
    public TopologyChannels channels(String name) {
        return Json.read(ask(target -> target.get(path(name, "/geo"))), TopologyChannels.class);
    }

    @Override
    public TopologyAlternatives channelAlternatives(String name) {
        return Json.read(ask(target -> target.get(path(name, "/geo/alternatives"))), TopologyAlternatives.class);
    }

    @Override
    public TopologyEngines engines(String name) {
        return Json.read(ask(target -> target.get(path(name, "/engines"))), TopologyEngines.class);
    }

    @Override
    public void set(String name, SettingChange change) {
        ask(target -> target.post(path(name, change.path()), Json.write(change)));
    }

    @Override
    public SnapshotMetrics snapshots(String name, int most) {
        return Json.read(ask(target -> target.get(path(name, "/snapshots?limit=" + most))), SnapshotMetrics.class);
    }

    @Override
    public TrafficReport traffic(String name) {
        return Json.read(ask(target -> target.get(path(name, "/traffic"))), TrafficReport.class);
    }

    @Override
    public List<ControllerInfo> controllers() {
        return Json.readList(ask(target -> target.get("/v1/controllers")), ControllerInfo.class);
    }

    @Override
    public List<NodeInfo> nodes() {
        return Json.readList(ask(target -> target.get("/v1/nodes")), NodeInfo.class);
    }

    @Override
    public NodeInfo drain(String node) {
        return Json.read(ask(target -> target.post(nodePath(node, "/drain"), NOTHING)), NodeInfo.class);
    }

    @Override
    public NodeInfo undrain(String node) {
        return Json.read(ask(target -> target.post(nodePath(node, "/undrain"), NOTHING)), NodeInfo.class);
    }

    @Override
    public void activate(String name) {
        ask(target -> target.post(path(name, "/activate"), NOTHING));
    }

    @Override
    public void deactivate(String name) {
        ask(target -> target.post(path(name, "/deactivate"), NOTHING));
    }

    @Override
    public void kill(String name, Duration wait) {
        String id = list().stream()
                .filter(topology -> topology.name().equals(name))
                .map(TopologyInfo::id)
                .findFirst()
                .orElse("");
        // The path has the id, so that a repeated request finds the topology gone without an error, and does not kill a
        // later one of this name
        String path = path(name, id.isEmpty() ? "/kill" : "/kill?id=" + id);
        ask(target -> target.post(path, NOTHING));
        if (wait.isZero()) {
            return;
        }
        long start = System.nanoTime();
        while (list().stream().anyMatch(topology -> topology.id().equals(id))) {
            if (System.nanoTime() - start >= wait.toNanos()) {
                throw new ClusterException(
                        Reason.FAILED,
                        "topology '" + name + "' is being killed, but not all of its workers were gone after "
                                + wait.toSeconds() + " s: see 'millrace describe " + name + "'");
            }
            pause(POLL_MILLIS);
        }
    }

    @Override
    public RebalanceReport rebalance(String name, RebalanceRequest request) {
        String path = path(name, "/rebalance" + newRequest());
        byte[] answer = ask(target -> target.post(path, Json.write(request)));
        return Json.read(answer, RebalanceReport.class);
    }

    @Override
    public RebalanceState rebalance(String name) {
        return Json.read(ask(target -> target.get(path(name, "/rebalance"))), RebalanceState.class);
    }

    @Override
    public RebalanceDecisions rebalanceDecisions(String name) {
        return Json.read(ask(target -> target.get(path(name, "/rebalance/decisions"))), RebalanceDecisions.class);
    }

    @Override
    public SavepointRecord savepoint(String name, SavepointRequest request) {
        String path = path(name, "/savepoint" + newRequest());
        byte[] answer = ask(target -> target.post(path, Json.write(request)));
        return Json.read(answer, SavepointRecord.class);
    }

    @Override
    public SavepointRecord savepoint(String name) {
        return Json.read(ask(target -> target.get(path(name, "/savepoint"))), SavepointRecord.class);
    }

    @Override
    public AskAnswer ask(String name, String function, List<Object> values, Duration timeout) {
        int millis = Math.toIntExact(timeout.toMillis());
        String path = path(name, "/ask/") + URLEncoder.encode(function, StandardCharsets.UTF_8) + "?timeout=" + millis;
        byte[] request = Json.write(values);
        return Json.read(ask(target -> target.ask(path, request, millis + ASK_GRACE_MILLIS)), AskAnswer.class);
    }

    @Override
    public List<LogLines> logs(String name, String worker, int lines, Map<String, String> after) {
        String query = "/logs?lines=" + lines + (worker == null ? "" : "&worker=" + checked(worker))
                + (after.isEmpty() ? "" : "&" + RestPaths.AFTER + "=" + LogPositions.write(after));
        return Json.readList(ask(target -> target.get(path(name, query))), LogLines.class);
    }

    @Override
    public void close() {
        silence.close();
        controller = null;
    }

    private void upload(String digest, Path file) {
        ask(target -> {
            long start = System.nanoTime();
            long bytes = Files.size(file);
            long kib = (bytes + 1023) / 1024;
            byte[] answer = target.post(RestPaths.BLOBS + digest + "/offer?kib=" + kib, NOTHING);
            if (!Json.read(answer, OfferResponse.class).here()) {
                target.put(
                        RestPaths.BLOBS + digest,
                        file,
                        sent -> waits.waits(
                                System.nanoTime() - start,
                                () -> "sends " + file.getFileName() + ", " + sent / MEGABYTE + " of " + bytes / MEGABYTE
                                        + " MB"));
            }
            return null;
        });
    }

    /**
     * Asks the controller. If it is gone, no longer leads, or still fetches a file that the request needs, retries with
     * the leader for some seconds, however long the first attempt took.
     */
    private <T> T ask(SilenceWatch.Question<T> question) {
        long failedNanos = 0;
        for (int failures = 1; ; failures++) {
            ClusterException problem;
            HttpTarget target = null;
            try {
                target = controller;
                if (target == null) {
                    target = locator.get();
                    controller = target;
                }
                return silence.during(target, question);
            } catch (IOException e) {
                problem = new ClusterException(
                        Reason.NO_CLUSTER,
                        "the controller at " + target + " does not answer: " + e.getMessage()
                                + "; another one takes over when its session has ended ("
                                + ClusterKeys.ZOOKEEPER_SESSION_TIMEOUT.name() + "): try again",
                        e);
            } catch (ClusterException e) {
                if (e.reason() != Reason.NO_CLUSTER) {
                    throw e;
                }
                problem = e;
            }
            controller = null;
            if (failures == 1) {
                failedNanos = System.nanoTime();
            }
            if (System.nanoTime() - failedNanos >= RETRY_FOR_NANOS) {
                throw problem;
            }
            String why = problem.getMessage();
            waits.waits(System.nanoTime() - failedNanos, () -> "waits for a leading controller: " + why);
            pause(RETRY_PAUSE_MILLIS);
        }
    }

    /** Returns the query of one request, which is the same however often it is sent. */
    private static String newRequest() {
        return "?" + RestPaths.REQUEST_ID + "=" + UUID.randomUUID();
    }

    private static String nodePath(String node, String rest) {
        return "/v1/nodes/" + URLEncoder.encode(node, StandardCharsets.UTF_8) + rest;
    }

    private static String path(String name, String rest) {
        return "/v1/topologies/" + checked(name) + rest;
    }

    private static String checked(String name) {
        try {
            return TopologyNames.checked(name);
        } catch (io.millrace.api.error.TopologyException e) {
            throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(Reason.FAILED, "interrupted", e);
        }
    }

    private static void removeQuietly(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The file is small, and in the temp directory.
        }
    }
}
