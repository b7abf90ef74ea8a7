// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.api.metrics.SnapshotMetrics;
import io.millrace.api.metrics.SnapshotReport;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandsTest {

    private final FakeBackend backend = new FakeBackend();

    @BeforeEach
    void oneTopologyRuns() {
        backend.cluster.submissions.put("wc", new Submission("wc", null, null, null, List.of()));
    }

    @Test
    void listSaysWhichWorkersAreMissing() {
        backend.cluster.missing = List.of("w2 on n1", "w3 on n2");
        assertThat(Run.of(backend, "list").out())
                .endsWith("wc waits for w2 on n1, w3 on n2: see 'millrace describe wc'\n");
    }

    @Test
    void listSaysWhatKeepsATopologyFromRunning() {
        backend.cluster.missing = List.of("w2 on n1");
        backend.cluster.problem = "waits for a slot: all 1 slots are used";
        assertThat(Run.of(backend, "list").out())
                .endsWith("wc waits for a slot: all 1 slots are used\n")
                .doesNotContain("w2");
    }

    @Test
    void logsFollowsWorkersUntilTheTopologyHasEnded() {
        backend.cluster.followed.add("a later line");
        Run run = Run.of(backend, "logs", "wc", "--follow");
        assertThat(run.errLines()).isEmpty();
        assertThat(run.out()).isEqualTo("w1 | first line\nw1 | last line\nw1 | a later line\n");
        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(Run.of(backend, "logs", "wc", "--follow", "--json").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void drainSaysWhatStaysAndWhyAndUndrainTakesTheNodeBack() {
        assertThat(Run.of(backend, "drain", "node-a").out()).isEqualTo("drained node-a: nothing runs there\n");
        assertThat(Run.of(backend, "nodes").out().lines().toList().get(1))
                .matches("node-a +eu +127.0.0.1 +42 +2 +4 +1 +DRAINED +1.1 +1.0, 1.1");
        backend.cluster.left = List.of(new NodeInfo.Left("wc", "stays on node-a: it needs a free slot"));
        String line = "node-a is being drained: topology 'wc' stays on node-a: it needs a free slot";
        assertThat(Run.of(backend, "drain", "node-a").out()).isEqualTo(line + "\n");
        assertThat(Run.of(backend, "nodes").out()).endsWith(line + "\n");
        Run late = Run.of(backend, "drain", "node-a", "--wait", "--timeout", "0");
        assertThat(late.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(late.errLines()).hasSize(2).first().isEqualTo(line);
        assertThat(late.errLines().get(1)).startsWith("millrace: " + line + " after 0 s");
        assertThat(Run.of(backend, "undrain", "node-a").out()).startsWith("undrained node-a");
        Run unknown = Run.of(backend, "drain", "node-b");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(unknown.errLines()).containsExactly("millrace: there is no node 'node-b': there is node-a");
    }

    @Test
    void nodesShowsTheVersionOfEachProcess() {
        assertThat(Run.of(backend, "nodes").out().lines())
                .anyMatch(line -> line.matches("NODE +REGION .* VERSION +OF WORKERS"))
                .anyMatch(line -> line.matches("node-a +eu .* UP +1.1 +1.0, 1.1"))
                .anyMatch(line -> line.matches("127.0.0.1:7370 +41 +yes +1.1"))
                .anyMatch(line -> line.matches("127.0.0.2:7370 +43 +no +-"));
    }

    @Test
    void configDoesNotShowSecrets() {
        backend.keys = List.of(ClusterKeys.CONTROLLER_TOKEN, ClusterKeys.ZOOKEEPER_AUTH);
        Run run = Run.of(backend, "config", "-c", "zookeeper.auth=me:hidden", "-c", "controller.token=hidden");
        assertThat(run.out()).contains("(set)").doesNotContain("hidden");
        assertThat(Run.of(backend, "config", "zookeeper.auth", "--json", "-c", "zookeeper.auth=me:hidden")
                        .out())
                .contains("(set)")
                .doesNotContain("hidden");
    }

    @Test
    void listShowsATable() {
        Run run = Run.of(backend, "list");

        assertThat(run.exitCode()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines().toList().get(0)).matches("NAME +STATUS +TASKS +WORKERS +UP +AGE +ID");
        assertThat(run.out().lines().toList().get(1)).matches("wc +completed +1 +1 +1 +\\d+d \\d+h +wc-1");
    }

    @Test
    void listShowsTheAgeOfTheLastCommitAndWhySnapshotsFail() {
        backend.cluster.snapshots = snapshots(true);
        Run run = Run.of(backend, "list");
        assertThat(run.out().lines().toList().get(0)).matches("NAME.* AGE +COMMITTED +ID");
        assertThat(run.out().lines().toList().get(1)).matches("wc .*\\d+d \\d+h +2s ago +wc-1");
        assertThat(run.out())
                .endsWith("wc: 4 snapshots have failed in a row, the last one: snapshot 21: the disk is full\n");
        backend.cluster.snapshots = snapshots(false);
        assertThat(Run.of(backend, "list").out()).doesNotContain("in a row");
    }

    @Test
    void snapshotsShowsTheLatestFirstWithReasons() {
        backend.cluster.snapshots = snapshots(false);
        Run run = Run.of(backend, "snapshots", "wc");
        assertThat(run.out())
                .startsWith(
                        "last commit: snapshot 20, 2s ago; since the coordinator began: 1,234 committed, 7 failed\n");
        assertThat(run.out().lines().skip(2).toList().get(0))
                .matches("ID +BEGUN +TOTAL +TRAVEL +ALIGN +COPY +WRITE +COMMIT +BYTES +WHOLE +SLOWEST +OUTCOME");
        assertThat(run.out().lines().skip(3).toList().get(0))
                .matches("21 .* ago +90.0 ms +0 ns +0 ns +0 ns +0 ns +0 ns +0 +0 +- +failed");
        assertThat(run.out().lines().skip(4).toList().get(0))
                .matches("20 .* ago +90.0 ms +10.0 ms +20.0 ms +3.00 ms +40.0 ms +5.00 ms +4,096 +65,536 +count/2 +"
                        + "committed");
        assertThat(run.out()).endsWith("\nsnapshot 21 was not committed: the disk is full\n");
        Run.of(backend, "snapshots", "wc", "--limit", "1");
        assertThat(backend.cluster.asked).endsWith("snapshots wc 20", "snapshots wc 1");
        assertThat(Run.of(backend, "snapshots", "wc", "--limit", "0").exitCode())
                .isEqualTo(ExitCode.USAGE);
        assertThat(Run.of(backend, "snapshots", "nothing").exitCode()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void snapshotsWithoutACoordinatorShowsTheLastCommit() {
        backend.cluster.snapshots = new SnapshotMetrics(3, 0, 0, 0, false, "", "", 20, 0, -1, List.of());
        assertThat(Run.of(backend, "snapshots", "wc").out())
                .isEqualTo("last commit: snapshot 20, at an unknown time; since the coordinator began: 0 committed,"
                        + " 0 failed\n");
    }

    private static SnapshotMetrics snapshots(boolean failing) {
        SnapshotReport good = new SnapshotReport(
                20,
                1,
                1_000,
                90_000_000,
                10_000_000,
                20_000_000,
                3_000_000,
                40_000_000,
                5_000_000,
                4_096,
                65_536,
                Outcome.COMMITTED,
                "",
                2,
                "count",
                33_000_000);
        SnapshotReport bad = new SnapshotReport(
                21, 1, 2_000, 90_000_000, 0, 0, 0, 0, 0, 0, 0, Outcome.FAILED, "the disk is full", -1, "", 0);
        return new SnapshotMetrics(
                1, 1_234, 7, 4, failing, "snapshot 21: the disk is full", "", 20, 1_100, 2_500, List.of(good, bad));
    }

    @Test
    void describeShowsComponentsWorkersAndPlaces() {
        Run run = Run.of(backend, "describe", "wc");

        assertThat(run.out()).contains("lines (Log lines)");

        assertThat(run.out())
                .contains(
                        "lines",
                        "spout",
                        "default(line)",
                        "4711",
                        "node-a",
                        "topology.workers",
                        "jars: wc.jar, lib.jar",
                        "problem: waits for a slot",
                        "hint: task 3 of bolt sum gets nothing");
    }

    @Test
    void describeShowsRegionsAndTheRoundTripsBetweenThem() {
        assertThat(Run.of(backend, "describe", "wc").out().lines())
                .contains("lines runs only in eu or us")
                .anyMatch(line -> line.matches("REGION +REGION +ROUND TRIP +NODE PAIRS +MEASURED"))
                .anyMatch(line -> line.matches("asia +eu +50.00 ms +0 +- \\(cluster.region.rtt\\)"))
                .anyMatch(line -> line.matches("eu +us +84.13 ms +3 +12s ago"));
    }

    @Test
    void describeShowsTrafficInstead() {
        assertThat(Run.of(backend, "describe", "wc", "--traffic").out())
                .contains("1,234 messages/s", "BUSIEST TASK")
                .doesNotContain("one executor", "topology.workers");
        assertThat(Run.of(backend, "describe", "wc", "--traffic", "--tasks").out())
                .contains("one executor", "w1");
    }

    @Test
    void describeShowsPeersInstead() {
        assertThat(Run.of(backend, "describe", "wc", "--peers").out())
                .contains(
                        "30.1 ms",
                        "-259,200 s +- 1.15 us",
                        "256 KiB",
                        "1.3 %",
                        "12,345",
                        "6.0",
                        "25.0 %",
                        "unconfirmed 17",
                        "nothing heard")
                .doesNotContain("topology.workers");
        Run both = Run.of(backend, "describe", "wc", "--peers", "--traffic");
        assertThat(both.err()).contains("--peers and --traffic are two views");
        assertThat(both.exitCode()).isEqualTo(2);
    }

    @Test
    void describeShowsDecisionsInstead() {
        assertThat(Run.of(backend, "describe", "wc", "--decisions").out().lines())
                .anyMatch(line -> line.equals("wc: automatic rebalancing is on"))
                .anyMatch(line -> line.matches(" *TIME +TIMES +FOR +DECISION +REASON"))
                .anyMatch(line -> line.matches(".* 7 +1m 5s +nothing better +nothing is better"))
                .anyMatch(line -> line.matches(".* 1 +0s +moved \\(9\\) +hops would cost 50.0 % less"))
                .anyMatch(line -> line.matches(".* 4 +3s +analyse +2 +node-a +2 > 2 +no room +3 more are needed"));
        assertThat(Run.of(backend, "describe", "wc", "--decisions", "--traffic").exitCode())
                .isEqualTo(2);
    }

    @Test
    void setChangesASetting() {
        assertThat(Run.of(backend, "set", "wc", "topology.engine.bounds=analyse=2..8")
                        .out())
                .isEqualTo("set for wc from now on: topology.engine.bounds=analyse=2..8\n");
        assertThat(backend.cluster.asked).containsExactly("set wc topology.engine.bounds analyse=2..8");
        assertThat(Run.of(backend, "set", "wc", "topology.rebalance.auto").err())
                .contains("give KEY=VALUE");
    }

    @Test
    void rebalanceSwitchesTheAutomaticMode() {
        assertThat(Run.of(backend, "rebalance", "wc", "--auto", "on").out())
                .isEqualTo("automatic rebalancing of wc is on\n");
        assertThat(Run.of(backend, "rebalance", "wc", "--auto", "off").exitCode())
                .isZero();
        assertThat(backend.cluster.asked)
                .containsExactly("set wc topology.rebalance.auto true", "set wc topology.rebalance.auto false");
        assertThat(Run.of(backend, "rebalance", "wc", "--auto", "yes").err())
                .contains("--auto is 'yes': it takes on or off");
        assertThat(Run.of(backend, "rebalance", "wc", "--auto", "on", "--dry-run")
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void askTypesValuesLikeJsonAndPrintsOnePerLine() {
        Run run = Run.of(
                backend,
                "ask",
                "wc",
                "scores",
                "7",
                "7.5",
                "true",
                "null",
                "[1,\"a\"]",
                "{\"a\":1}",
                "\"7\"",
                "two words");

        assertThat(run.out()).isEqualTo("7\n7.5\ntrue\nnull\n[1,\"a\"]\n{\"a\":1}\n7\ntwo words\n");
        assertThat(Run.of(backend, "ask", "wc", "scores", "--timeout", "5", "--string", "7", "null")
                        .exitCode())
                .isZero();
        assertThat(Run.of(backend, "ask", "wc", "scores", "--", "-7").exitCode())
                .isZero();
        assertThat(backend.cluster.asked)
                .containsExactly(
                        "ask 30 Long Double Boolean null ArrayList LinkedHashMap String String",
                        "ask 5 String String",
                        "ask 30 Long");
    }

    @Test
    void askPrintsTheWholeAnswerAsJson() {
        assertThat(Run.of(backend, "ask", "wc", "scores", "7", "--json").out())
                .contains("\"component\" : \"score\"", "\"task\" : 3", "\"v0\" : 7");
    }

    @Test
    void askSaysWhatIsWrong() {
        Run unknown = Run.of(backend, "ask", "wc", "score", "7");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(unknown.err()).contains("did you mean 'scores'?");
        assertThat(Run.of(backend, "ask", "other", "scores").exitCode()).isEqualTo(ExitCode.NOT_FOUND);
        Run never = Run.of(backend, "ask", "wc", "scores", "--timeout", "0");
        assertThat(never.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(never.err()).contains("--timeout is 0: it takes 1 to 3600 seconds");
    }

    @Test
    void metricsShowsTasksLinksAndLatency() {
        Run run = Run.of(backend, "metrics", "wc");

        assertThat(run.out())
                .contains("1,234", "ring 3,000", "p50 12.3 us", "p99 1.50 ms", "completed")
                .doesNotContain("state.bytes");
        assertThat(run.out().lines())
                .as("what the author has made comes first")
                .element(1)
                .asString()
                .matches("lines +1 +remaining +counter +3 .*");
        assertThat(run.out().lines()).anyMatch(line -> line.matches("lines +1 +heap +gauge +12,540 .*"));
        assertThat(Run.of(backend, "metrics", "wc", "--all").out().lines())
                .anyMatch(line -> line.matches("lines +1 +state.bytes +gauge +4 .*"));
    }

    @Test
    void logsPrintsEachWorkersLines() {
        Run run = Run.of(backend, "logs", "wc", "--worker", "w1", "-n", "7");

        assertThat(run.out()).isEqualTo("==> w1 on node-a <==\nfirst line\nlast line\n");
        assertThat(backend.cluster.asked).containsExactly("logs wc w1 7");
    }

    @Test
    void noCommandPassesATerminalsCommandsThatCameFromElsewhere() throws Exception {
        String attack = "\u001b]0;owned\u0007\u009b2J\u202e\rfake";
        backend.cluster.logged = List.of(attack);
        for (String[] command : new String[][] {
            {"logs", "wc"},
            {"logs", "wc", "--json"},
            {"describe", attack},
            {"list", attack},
            {"logs", "wc", "--worker", attack}
        }) {
            Run run = Run.of(backend, command);
            assertThat(run.out() + run.err())
                    .contains("owned")
                    .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e", "\r");
        }
        assertThat(json("logs", "wc", "--json").get(0).get("lines").get(0).asText())
                .isEqualTo(attack);
    }

    @Test
    void changesAreSentToTheCluster() {
        Run.of(backend, "deactivate", "wc");
        Run.of(backend, "activate", "wc");
        Run killed = Run.of(backend, "kill", "wc", "--wait", "--timeout", "5");

        assertThat(backend.cluster.asked).containsExactly("deactivate wc", "activate wc", "kill wc 5");
        assertThat(killed.out()).isEqualTo("killed wc\n");
    }

    @Test
    void rebalanceShowsBeforeAndAfterAndWaitsIfTold() {
        Run run = Run.of(backend, "rebalance", "wc", "-w", "3", "--algorithm", "even", "--wait");

        assertThat(backend.cluster.asked)
                .contains("rebalance wc dryRun=false algorithm=even workers=3 executors={}", "rebalance wc");
        assertThat(run.out())
                .contains("50.0 %", "12.5 %", "251.0 us", "65.0 us", "w3", "starts", "split", "hops cost 74.1 % less")
                .endsWith("rebalanced wc\n");
    }

    @Test
    void rebalanceShowsTheExecutorsOfThoseComponentsThatChange() {
        Run run = Run.of(backend, "rebalance", "wc", "-e", "split=2", "-e", "lines=1", "--dry-run");

        assertThat(backend.cluster.asked.get(0))
                .contains("workers=0")
                .contains("split=2")
                .contains("lines=1");
        assertThat(run.out().lines())
                .anyMatch(line -> line.matches("split +4 +4 +2 +2 +1"))
                .noneMatch(line -> line.startsWith("lines"));
        assertThat(Run.of(backend, "rebalance", "wc", "-e", "split=0"))
                .returns(2, Run::exitCode)
                .extracting(Run::err)
                .asString()
                .contains("-e split=0: a component has at least 1 executor");
        assertThat(Run.of(backend, "rebalance", "wc", "-e", "a=b=0").err())
                .contains("-e a=b=0: a component has at least 1 executor");
        assertThat(Run.of(backend, "rebalance", "wc", "-e", "split=many").exitCode())
                .isEqualTo(2);
        assertThat(Run.of(backend, "rebalance", "wc", "-t", "split=8").exitCode())
                .isZero();
        assertThat(backend.cluster.asked)
                .last()
                .asString()
                .contains("executors={}")
                .contains("tasks={split=8}");
        assertThat(Run.of(backend, "rebalance", "wc", "-t", "split=0").err())
                .contains("-t split=0: a component has at least 1 task");
    }

    @Test
    void aDryRunOfRebalanceChangesNothing() {
        Run run = Run.of(backend, "rebalance", "wc", "--dry-run", "--wait");

        assertThat(backend.cluster.asked)
                .containsExactly("rebalance wc dryRun=true algorithm=null workers=0 executors={}");
        assertThat(run.out()).endsWith("dry run: nothing was changed\n");
    }

    @Test
    void aRebalanceThatWasTakenBackFailsWithTheReason() {
        backend.cluster.rebalanceState =
                new RebalanceState(7, "CANCELLED", false, "not all workers were up: w3", List.of());
        Run run = Run.of(backend, "rebalance", "wc", "--wait");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("cancelled").contains("w3");
        assertThat(Run.of(backend, "rebalance", "wc", "-w", "0").exitCode()).isEqualTo(2);
        assertThat(Run.of(backend, "rebalance", "wc", "-w", "9").exitCode()).isEqualTo(2);
    }

    @Test
    void killDoesNotWaitUnlessTold() {
        assertThat(Run.of(backend, "kill", "wc").out()).isEqualTo("killing wc\n");
        assertThat(backend.cluster.asked).containsExactly("kill wc 0");
    }

    @Test
    void everyCommandThatPrintsSpeaksJson() throws Exception {
        assertThat(json("list", "--json").get(0).get("name").asText()).isEqualTo("wc");
        assertThat(json("describe", "wc", "--json")
                        .get("workers")
                        .get(0)
                        .get("pid")
                        .asLong())
                .isEqualTo(4711);
        assertThat(json("describe", "wc", "--traffic", "--json")
                        .at("/flows/0/distance")
                        .asText())
                .isEqualTo("EXECUTOR");
        assertThat(json("describe", "wc", "--peers", "--json")
                        .at("/0/drops/unconfirmed")
                        .asLong())
                .isEqualTo(17);
        assertThat(json("describe", "wc", "--decisions", "--json")
                        .at("/decisions/1/verdict")
                        .asText())
                .isEqualTo("MOVED");
        assertThat(json("rebalance", "wc", "--auto", "on", "--json")
                        .get("automatic")
                        .asBoolean())
                .isTrue();
        assertThat(json("--json", "metrics", "wc")
                        .get("endToEnd")
                        .get("p99Nanos")
                        .asLong())
                .isEqualTo(1_500_000);
        assertThat(json("logs", "wc", "--json").get(0).get("lines")).hasSize(2);
        assertThat(json("nodes", "--json").get(0).get("slots").asInt()).isEqualTo(4);
        assertThat(json("config", "--json").get(0).get("key").asText()).isEqualTo("topology.workers");
        for (String version : List.of("version", "--version", "-V")) {
            assertThat(json(version, "--json").get("java").asText())
                    .contains(Runtime.version().toString());
        }
        assertThat(json("deactivate", "wc", "--json").get("name").asText()).isEqualTo("wc");
        assertThat(json("kill", "wc", "--json").get("done").asText()).isEqualTo("kill");
    }

    @Test
    void theConfigurationFileIsTheNamedOne() {
        Run.of(backend, "list", "--config", "other.yaml");

        assertThat(backend.configFile).contains(Path.of("other.yaml"));
    }

    @Test
    void configShowsOneKeyInFull() {
        Run run = Run.of(backend, "config", "topology.workers", "-c", "topology.workers=2");

        assertThat(run.out()).startsWith("topology.workers = 2\ndefault: 1\ntakes: integer, 1 to 10000\n");
    }

    @Test
    void completionIsAScriptThatKnowsTheCommands() {
        Run run = Run.of(backend, "completion");

        assertThat(run.out()).startsWith("#!").contains("deactivate", "--timeout");
    }

    @Test
    void helpNamesEveryCommandAndEachExplainsItself() {
        String help = Run.of(backend, "help").out();

        for (String command : List.of(
                "demo",
                "local",
                "submit",
                "list",
                "describe",
                "top",
                "metrics",
                "latency",
                "logs",
                "activate",
                "deactivate",
                "kill",
                "nodes",
                "schedule",
                "ring",
                "zookeeper",
                "controller",
                "supervisor",
                "config",
                "completion",
                "version")) {
            assertThat(help).contains("  " + command);
            Run run = Run.of(backend, command, "-h");
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).startsWith("Usage: millrace " + command);
        }
    }

    @Test
    void daemonsAreStartedAndTheirRefusalIsOneLine() {
        for (String daemon : List.of("zookeeper", "controller", "supervisor")) {
            Run run = Run.of(backend, daemon);
            assertThat(run.errLines()).containsExactly("millrace: ended by the test");
        }

        assertThat(backend.started)
                .containsExactly(Backend.Role.ZOOKEEPER, Backend.Role.CONTROLLER, Backend.Role.SUPERVISOR);
    }

    @Test
    void verbosePrintsTheStack() {
        Run run = Run.of(backend, "kill", "none", "--verbose");

        assertThat(run.errLines().get(0)).startsWith("millrace: no topology 'none'");
        assertThat(run.err()).contains("\tat ");
    }

    @Test
    void theDefaultConfigurationFileIsTheInstallations() throws Exception {
        Path home = java.nio.file.Files.createTempDirectory("home");
        Path file = home.resolve("conf/millrace.yaml");
        java.nio.file.Files.createDirectories(file.getParent());
        try {
            Run.of(backend, Optional.of(new Installation(home, Optional.empty())), "list");
            assertThat(backend.configFile).isEmpty();

            java.nio.file.Files.createFile(file);
            Run.of(backend, Optional.of(new Installation(home, Optional.empty())), "list");
            assertThat(backend.configFile).contains(file);
        } finally {
            java.nio.file.Files.deleteIfExists(file);
            java.nio.file.Files.delete(file.getParent());
            java.nio.file.Files.delete(home);
        }
    }

    private JsonNode json(String... args) throws Exception {
        Run run = Run.of(backend, args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return new ObjectMapper().readTree(run.out());
    }
}
