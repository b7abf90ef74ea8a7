// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of control groups say, of both versions, within a container and outside. */
class MemoryKillsTest {

    @TempDir
    Path directory;

    @Test
    void eachKillOfTheKernelExplainsOneDeath() throws IOException {
        write("groups/system.slice/millrace.service/memory.max", "536870912\n");
        Path events = write("groups/system.slice/millrace.service/memory.events", "oom 4\noom_kill 2\n");
        MemoryKills kills = kills("0::/system.slice/millrace.service\n");
        assertThat(kills.explain()).isEmpty();

        Files.writeString(events, "low 0\nhigh 0\nmax 90\noom 6\noom_kill 4\noom_group_kill 0\n");
        assertThat(kills.explain())
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("limit of 512 MiB: raise that", "MemoryMax", "supervisor.slots")
                        .doesNotContain("\n"));
        assertThat(kills.explain()).isPresent();
        assertThat(kills.explain()).isEmpty();
    }

    @Test
    void aContainerFindsItsGroupAtTheRoot() throws IOException {
        write("groups/memory.max", "max\n");
        Path events = write("groups/memory.events", "oom_kill 0\n");
        MemoryKills kills = kills("0::/machine.slice/of-the-host\n");
        Files.writeString(events, "oom_kill 1\n");

        assertThat(kills.explain()).hasValueSatisfying(line -> assertThat(line).contains("its limit: raise that"));
    }

    @Test
    void versionOneHasADirectoryForMemory() throws IOException {
        write("groups/memory/memory.limit_in_bytes", "1073741824\n");
        Path control = write("groups/memory/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n");
        MemoryKills kills = kills("5:cpu,cpuacct:/x\n4:memory:/docker/0123\n0::/\n");
        Files.writeString(control, "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n");

        assertThat(kills.explain()).hasValueSatisfying(line -> assertThat(line).contains("limit of 1024 MiB"));
    }

    @Test
    void aSystemWithoutControlGroupsHasNone() {
        assertThat(MemoryKills.of(directory.resolve("none"), directory).explain())
                .isEmpty();
    }

    private MemoryKills kills(String membership) throws IOException {
        return MemoryKills.of(write("membership", membership), directory.resolve("groups"));
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
