// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Engines;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.cluster.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines that are programs and containers; a script takes the place of docker. */
@Timeout(300)
class ProgramEnginesTest {

    /**
     * The script runs a "container" that does not belong to the command's processes. Like docker's, it has only the
     * named variables of the command, and ends when it is killed by its name.
     */
    private static final String DOCKER = """
            action=$1; name=$2; state=$3; shift 3
            case $action in
              run) mode=$1=$(printenv "$1"); socket=$3=$(printenv "$3"); memory=$4=$(printenv "$4"); shift 4
                env -i setsid env "$mode" "$socket" "$memory" "$@" &
                echo $! > "$state/$name"; wait $! ;;
              kill) kill -s KILL -- "-$(cat "$state/$name")" ; echo "$name" >> "$state/killed" ;;
            esac
            """;

    private static final List<String> ACTIONS = List.of("exit", "kill", "stop", "garbage", "cut");
    private static final List<String> STARTS = List.of("launched", "connected", "greeted");
    private static final List<String> POINTS = List.of("message", "result", "taken", "acked");

    @TempDir
    Path directory;

    private Path pid;

    @BeforeEach
    void prepare() throws Exception {
        pid = directory.resolve("pid");
        Files.writeString(directory.resolve("docker"), DOCKER);
    }

    private String[] command() {
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ScriptedProgram.class.getName(),
            pid.toString()
        };
    }

    private long pid() throws Exception {
        return Long.parseLong(Files.readString(pid));
    }

    @Test
    void aProgramWritesAsItLikesAndOnlyTheMessageOfADeathFails() throws Exception {
        Config config = Config.empty().with(EngineKeys.ENVIRONMENT, "PATH, MODE=fast");
        try (EnginesTopology topology =
                new EnginesTopology("program", Engines.process(command()).emits("did", "bytes"), 1, config)) {
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.emitted().poll().get(0)).isEqualTo("ok fast");
            assertThat(topology.send("flood")).isTrue();
            topology.await("engines.deaths", 0);
            assertThat(topology.send("twice")).isTrue();
            assertThat(topology.send("the next")).as("after a second ACK").isFalse();
            assertThat(topology.send("the next")).isTrue();
            topology.await("engines.deaths", 1);

            ProcessHandle.of(pid()).orElseThrow().destroyForcibly();
            topology.await("engines.deaths", 2);
            topology.await("engines.starts", 3);
            assertThat(topology.send("ok")).as("it was idle when it was killed").isTrue();
        }
        assertThat(ProcessTree.runs(pid())).isFalse();
    }

    @Test
    void eachFaultAndEachPointOfTheProtocolIsSurvived() throws Exception {
        survive(List.of(
                "exit launched",
                "stop connected",
                "kill greeted",
                "garbage message",
                "cut result",
                "kill taken",
                "exit acked"));
    }

    @Test
    @Tag("long")
    void eachFaultIsSurvivedAtEachPoint() throws Exception {
        List<String> all = new ArrayList<>();
        for (String action : ACTIONS) {
            STARTS.forEach(point -> all.add(action + " " + point));
            POINTS.forEach(point -> all.add(action + " " + point));
        }
        // There is no connection yet
        all.removeAll(List.of("garbage launched", "cut launched"));
        survive(all);
    }

    private void survive(List<String> faults) throws Exception {
        Config config = Config.empty()
                .with(EngineKeys.ENVIRONMENT, "PATH")
                .with(EngineKeys.START_TIMEOUT, Duration.ofSeconds(3))
                .with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(2));
        try (EnginesTopology topology =
                new EnginesTopology("faults", Engines.process(command()).emits("did", "bytes"), 1, config)) {
            for (String fault : faults) {
                assertThat(topology.send("ok before " + fault)).isTrue();
                long before = pid();
                String point = fault.substring(fault.indexOf(' ') + 1);
                boolean atStart = STARTS.contains(point);
                assertThat(topology.send((atStart ? "next " : "now ") + fault))
                        .as(fault)
                        .isEqualTo(point.equals("acked"));
                if (List.of("greeted", "acked").contains(point)) {
                    // A fault without a message harms at most the next one
                    topology.send("lost or not after " + fault);
                }
                assertThat(topology.send("ok after " + fault))
                        .as("after %s", fault)
                        .isTrue();
                assertThat(pid()).as(fault).isNotEqualTo(before);
                assertThat(ProcessTree.runs(before)).as(fault).isFalse();
            }
        }
        assertThat(ProcessTree.runs(pid())).isFalse();
    }

    private Config docker() {
        String docker = "/bin/sh " + directory.resolve("docker") + " ";
        return Config.empty()
                .with(EngineKeys.ENVIRONMENT, "PATH, MODE=contained")
                .with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(3))
                .with(
                        EngineKeys.CONTAINER_COMMAND,
                        docker + "run {name} " + directory + " {environment} {image} {arguments}")
                .with(EngineKeys.CONTAINER_KILL, docker + "kill {name} " + directory);
    }

    @Test
    void theMemoryOfAContainersClientIsNotThatOfTheEngine() throws Exception {
        String[] command = command();
        String[] arguments = List.of(command).subList(1, command.length).toArray(String[]::new);
        try (EnginesTopology topology = new EnginesTopology(
                "client",
                Engines.container(command[0], arguments).emits("did", "bytes"),
                1,
                docker().with(EngineKeys.MEMORY, 1L))) {
            assertThat(topology.send("ok")).isTrue();
            topology.await("engines.starts", 1);
            topology.await("engines.deaths", 0);
        }
    }

    @Test
    void aContainerThatHangsIsEndedAlthoughItsCommandDiedFirst() throws Exception {
        String[] command = command();
        String[] arguments = List.of(command).subList(1, command.length).toArray(String[]::new);
        try (EnginesTopology topology = new EnginesTopology(
                "container", Engines.container(command[0], arguments).emits("did", "bytes"), 1, docker())) {
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.emitted().poll().get(0)).isEqualTo("ok contained");
            long first = pid();
            assertThat(topology.send("now stop message")).isFalse();
            Await.until("the container has ended", () -> !ProcessTree.runs(first));
            assertThat(directory.resolve("killed")).exists();
            assertThat(topology.send("ok")).isTrue();
            assertThat(pid()).isNotEqualTo(first);
        }
        assertThat(ProcessTree.runs(pid())).isFalse();
    }
}
