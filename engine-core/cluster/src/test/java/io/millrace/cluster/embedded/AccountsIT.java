// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Another account of the machine comes first, in a directory to which all may write, as {@code /dev/shm} and {@code
 * /tmp} are.
 */
@Timeout(60)
class AccountsIT {

    private static final List<String> AS_ANOTHER =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-ec");

    @TempDir
    private Path base;

    private Path common;

    @BeforeEach
    void oneDirectoryForAll() throws IOException, InterruptedException {
        assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "only root can act as another account");
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        common = Files.createDirectory(base.resolve("common"));
        assertThat(new ProcessBuilder("chmod", "1777", common.toString())
                        .start()
                        .waitFor())
                .isZero();
        assumeTrue(asAnother("true") == 0, "setpriv of util-linux is not there");
    }

    @Test
    void ringsAndLaunchFilesAreNotPutWhereAnotherAccountCanSwapThem() throws Exception {
        assertThat(asAnother("mkdir -m 777 rings && mkdir -m 700 shut && ln -s " + base + " link"))
                .isZero();

        for (String name : List.of("rings", "shut", "link")) {
            Config config = Config.empty()
                    .with(ClusterKeys.IPC_DIR, common.resolve(name).toString());

            assertThatThrownBy(() -> LocalCluster.start(config))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining(common.resolve(name) + " (ipc.dir) ")
                    .hasMessageContaining("belongs to nobody with mode ")
                    .hasMessageContaining("set another ipc.dir")
                    .message()
                    .doesNotContain("\n");
        }
        assertThat(common.resolve("rings").toFile().list()).isEmpty();
        assertThat(common.resolve("shut").toFile().list()).isEmpty();
    }

    @Test
    void anEmbeddedClusterTakesAnotherNameAndChangesNothingBehindALink() throws Exception {
        String name = "millrace-" + Directories.user();
        Path target = Files.createDirectory(base.resolve("target"));
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(target));
        assertThat(asAnother("ln -s " + target + " " + name + " && mkdir -m 777 " + name + "-2"))
                .isZero();

        assertThat(LocalDirectory.base(common)).isEqualTo(common.resolve(name + "-3"));
        assertThat(LocalDirectory.base(common)).isEqualTo(common.resolve(name + "-3"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo(mode);
        assertThat(target.toFile().list()).isEmpty();
    }

    /**
     * There are two workers, so that there are rings. The script's own command line must not have the text for which it
     * searches.
     */
    @Test
    @Timeout(120)
    void anotherAccountReadsNoRingFileLogOrOptionOfARunningTopology() throws Exception {
        Path ipc = base.resolve("rings");
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, 2)
                .with(TopologyKeys.WORKER_OPTIONS, "-Dstore.password=geheim");
        try (Millrace engine = Millrace.local()
                .processes()
                .set(ClusterKeys.IPC_DIR.name(), ipc.toString())
                .start()) {
            RunningTopology topology = engine.submit("slow", TestTopologies.counting(1_000_000, 5), config);
            Await.until(
                    "tuples in the other worker",
                    Duration.ofSeconds(60),
                    () -> topology.metrics().links().ring() > 10);
            try (Stream<Path> files = Files.walk(ipc)) {
                assertThat(files.filter(Files::isRegularFile))
                        .hasSizeGreaterThan(4)
                        .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file.getParent()))
                                .isEqualTo(PosixFilePermissions.fromString("rwx------")));
            }
            String home = System.getProperty("java.io.tmpdir") + "/millrace-" + Directories.user() + "*";
            assertThat(asAnother("test -z \"$(find " + ipc + " " + home + " -type f -readable 2>/dev/null)\""))
                    .isZero();
            assertThat(asAnother("! ls " + ipc + " " + home + " 2>/dev/null")).isZero();
            assertThat(asAnother("cat /proc/[0-9]*/cmdline 2>/dev/null | grep -aq WorkerMai[n]"))
                    .as("command lines can be read")
                    .isZero();
            assertThat(asAnother("! cat /proc/[0-9]*/cmdline 2>/dev/null | grep -aq gehei[m]"))
                    .isZero();
            assertThat(asAnother("! cat /proc/[0-9]*/cmdline 2>/dev/null | grep -aqE 'millrace:[0-9a-f]{48}'"))
                    .as("the password of the embedded ZooKeeper")
                    .isZero();
        }
    }

    private int asAnother(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(AS_ANOTHER))
                .directory(common.toFile())
                .inheritIO();
        builder.command().add(script);
        return builder.start().waitFor();
    }
}
