package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Engines;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.cluster.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines that are programs and containers; a script takes the place of docker. */
@Timeout(120)
class ProgramEnginesTest {

    /**
     * Runs a "container" that does not belong to the command's processes and does not have its environment, as those of docker do not, and that ends when it is
     * killed by its name.
     */
    private static final String DOCKER =
            """
            #!/bin/sh
            action=$1; name=$2; state=$3; shift 3
            case $action in
              run) mode=$1; socket=$3; memory=$4; shift 4
                env -i setsid env "$mode" "$socket" "$memory" "$@" &
                echo $! > "$state/$name"; wait $! ;;
              kill) kill -KILL -- "-$(cat "$state/$name")" ; echo "$name" >> "$state/killed" ;;
            esac
            """;

    @TempDir
    Path directory;

    private Path pid;

    @BeforeEach
    void prepare() throws Exception {
        pid = directory.resolve("pid");
        Files.writeString(directory.resolve("docker"), DOCKER);
        Files.setPosixFilePermissions(directory.resolve("docker"), PosixFilePermissions.fromString("rwxr-xr-x"));
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
    void aProgramThatBreaksOffIsReplaced() throws Exception {
        Config config = Config.empty().with(EngineKeys.ENVIRONMENT, "PATH, MODE=fast");
        try (EnginesTopology topology = new EnginesTopology(
                "program", Engines.process(command()).emits("did", "count"), 1, config)) {
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.emitted().poll()).isEqualTo(List.of("ok fast", 1));
            assertThat(topology.send("flood")).isTrue();
            topology.await("engines.deaths", 0);
            for (String fault : List.of("exit", "cut", "garbage")) {
                long before = pid();
                assertThat(topology.send(fault)).as(fault).isFalse();
                assertThat(topology.send("ok")).as("after %s", fault).isTrue();
                assertThat(pid()).isNotEqualTo(before);
                assertThat(ProcessTree.runs(before)).isFalse();
            }
            topology.await("engines.deaths", 3);
            assertThat(topology.send("twice")).isTrue();
            assertThat(topology.send("the next")).as("after a second ACK").isFalse();
            assertThat(topology.send("the next")).isTrue();
            topology.await("engines.deaths", 4);

            ProcessHandle.of(pid()).orElseThrow().destroyForcibly();
            topology.await("engines.deaths", 5);
            topology.await("engines.starts", 6);
            assertThat(topology.send("ok")).as("it was idle when it was killed").isTrue();
        }
        assertThat(ProcessTree.runs(pid())).isFalse();
    }

    private Config docker() {
        String docker = directory.resolve("docker") + " ";
        return Config.empty()
                .with(EngineKeys.ENVIRONMENT, "PATH, MODE=contained")
                .with(EngineKeys.MESSAGE_TIMEOUT, Duration.ofSeconds(3))
                .with(EngineKeys.CONTAINER_COMMAND, docker + "run {name} " + directory + " {environment} {image} {arguments}")
                .with(EngineKeys.CONTAINER_KILL, docker + "kill {name} " + directory);
    }

    @Test
    void aContainerThatHangsIsEndedAlthoughItsCommandDiedFirst() throws Exception {
        String[] command = command();
        String[] arguments = List.of(command).subList(1, command.length).toArray(String[]::new);
        try (EnginesTopology topology = new EnginesTopology(
                "container", Engines.container(command[0], arguments).emits("did", "count"), 1, docker())) {
            assertThat(topology.send("ok")).isTrue();
            assertThat(topology.emitted().poll()).isEqualTo(List.of("ok contained", 1));
            long first = pid();
            assertThat(topology.send("hang")).isFalse();
            Await.until("the container has ended", () -> !ProcessTree.runs(first));
            assertThat(directory.resolve("killed")).exists();
            assertThat(topology.send("ok")).isTrue();
            assertThat(pid()).isNotEqualTo(first);
        }
        assertThat(ProcessTree.runs(pid())).isFalse();
    }
}
