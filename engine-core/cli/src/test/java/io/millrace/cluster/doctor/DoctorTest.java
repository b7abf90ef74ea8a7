// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import static io.millrace.cluster.doctor.FakeMachine.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.doctor.Machine.Access;
import io.millrace.cluster.doctor.Machine.Disk;
import io.millrace.cluster.doctor.Machine.Owner;
import io.millrace.cluster.doctor.Machine.PortTaken;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A machine without a fault, and one fault at a time. */
class DoctorTest {

    private final FakeMachine machine = new FakeMachine();
    private Config config = Config.empty()
            .with("zookeeper.connect", "zk1:2181,zk2:2181,zk3:2181")
            .with("zookeeper.auth.file", "/etc/millrace/zookeeper.auth")
            .with("zookeeper.data.dir", "/data/zookeeper")
            .with("controller.data.dir", "/data/controller")
            .with("supervisor.data.dir", "/data/supervisor")
            .with("ipc.dir", "/dev/shm/millrace");
    private Set<DaemonKind> daemons = EnumSet.allOf(DaemonKind.class);

    @Test
    void aFitMachineHasNoWarning() {
        assertThat(examine()).isNotEmpty().allSatisfy(finding -> {
            assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.OK);
            assertThat(finding.remedy()).isEmpty();
        });
        assertThat(examine())
                .extracting(Finding::check)
                .contains(
                        "java",
                        "shared memory",
                        "open files",
                        "processes",
                        "controller.data.dir",
                        "controller.port",
                        "ZooKeeper zk2:2181",
                        "clock",
                        "congestion control",
                        "transparent huge pages");
    }

    @Test
    void directoriesThatOthersCanChangeAreProblems() {
        machine.path("/dev/shm/millrace", new Access(true, true, true, "rwxrwxrwx"));
        machine.refused.put(java.nio.file.Path.of("/dev/shm/millrace"), "belongs to eve with mode rwxrwxrwx");
        machine.refused.put(java.nio.file.Path.of("/data/controller"), "belongs to eve with mode rwx------");

        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("shared memory").found()).contains("/dev/shm/millrace belongs to eve with mode rwxrwxrwx");
        assertThat(finding("shared memory").remedy()).contains("ipc.dir");
        assertThat(finding("controller.data.dir").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("controller.data.dir").found()).contains("belongs to eve");
    }

    @Test
    void aControllersMachineNeedsNoSharedMemory() {
        daemons = Set.of(DaemonKind.CONTROLLER);

        assertThat(examine())
                .extracting(Finding::check)
                .contains("controller.port", "clock")
                .doesNotContain("shared memory", "supervisor.port", "zookeeper.port", "congestion control");
    }

    @Test
    void anOldJavaIsAProblem() {
        machine.javaFeature = 11;

        assertOnly(Verdict.PROBLEM, "java", "Java 11", "JDK 17 or newer");
    }

    /** The need of 4 slots of one executor each is 4 × (4 MiB + 1/8 + 1 MiB) = 22 MiB. */
    @Test
    void sharedMemoryMustHoldTheRingsOfAllSlots() {
        machine.disk = new Disk("tmpfs", 22 * MIB, 22 * MIB);
        daemons = Set.of(DaemonKind.SUPERVISOR);
        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.OK);

        machine.disk = new Disk("tmpfs", 21 * MIB, 20 * MIB);
        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.WARNING);
        assertThat(finding("shared memory").found()).contains("of 21 MiB free", "all slots take 22 MiB");
        assertThat(finding("shared memory").remedy()).contains("size=23m", "topology.ring.bytes", "supervisor.slots");

        machine.disk = new Disk("tmpfs", 39 * MIB, 39 * MIB);
        config = config.with("topology.ring.bytes", "8 MiB");
        assertThat(finding("shared memory").found()).contains("all slots take 40 MiB");
        config = config.with("supervisor.slots", "1");
        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.OK);
        assertThat(finding("shared memory").found()).contains("all slots take 37 MiB");
        machine.disk = new Disk("tmpfs", 39 * MIB, 36 * MIB);
        assertThat(finding("shared memory").found())
                .contains("36 MiB of 39 MiB free; the rings of one worker take 37 MiB");
    }

    @Test
    void sharedMemoryThatIsFullOrOnADiskOrClosedIsFound() {
        machine.disk = new Disk("tmpfs", 1024 * MIB, 2 * MIB);
        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("shared memory").found()).contains("2 MiB of 1024 MiB free");

        machine.disk = new Disk("ext4", 4096 * MIB, 4096 * MIB);
        assertOnly(Verdict.WARNING, "shared memory", "ext4", "tmpfs");

        machine.path("/dev/shm", new Access(true, true, false, "rwxr-xr-x"));
        assertThat(finding("shared memory").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("shared memory").found()).contains("not a writable directory (rwxr-xr-x)");
    }

    @Test
    void lowLimitsAreFound() {
        machine.file("/proc/self/limits", "Max processes  120 120 processes\nMax open files  1024  4096  files\n");

        assertThat(finding("open files").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("open files").remedy()).contains("LimitNOFILE");
        assertThat(finding("processes").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("processes").found()).contains("at most 120");

        machine.file(
                "/proc/self/limits",
                "Max processes  unlimited unlimited processes\nMax open files  8192  8192  files\n");
        assertOnly(Verdict.WARNING, "open files", "8192", "ulimit -n");

        machine.file("/proc/self/limits", "Max open files  20000  20000  files\n");
        machine.file("/sys/fs/cgroup/m.slice/pids.max", "100\n");
        assertOnly(Verdict.PROBLEM, "processes", "at most 100", "TasksMax");
    }

    @Test
    void aZooKeeperThatAsksForNoPasswordIsWarnedOf() {
        assertThat(finding("zookeeper.auth").verdict()).isEqualTo(Verdict.OK);
        config = config.with("zookeeper.auth.file", "").with("zookeeper.auth", "me:a-word");
        assertThat(finding("zookeeper.auth").toString()).contains("OK").doesNotContain("a-word");
        config = config.with("zookeeper.auth", "");
        assertOnly(Verdict.WARNING, "zookeeper.auth", "not set", "zookeeper.auth.file");
    }

    @Test
    void aSupervisorAsRootIsWarnedOf() {
        machine.file("/proc/self/status", "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\n");
        assertThat(finding("account").verdict()).isEqualTo(Verdict.OK);

        machine.file("/proc/self/status", "Name:\tjava\nUid:\t1000\t0\t0\t0\n");
        assertOnly(Verdict.WARNING, "account", "jars of topologies and programs of their engines run as root", "User=");
    }

    @Test
    void directoriesMustBeWritableAndPrivateAndHaveRoom() {
        machine.path("/data/controller", new Access(true, true, true, "rwxr-xr-x"));
        assertOnly(
                Verdict.WARNING, "controller.data.dir", "others have access (rwxr-xr-x)", "chmod 700 /data/controller");

        machine.path("/data/controller", new Access(true, true, false, "rwx------"));
        assertOnly(Verdict.PROBLEM, "controller.data.dir", "/data/controller is not writable", "controller.data.dir");

        machine.path("/data/controller", new Access(true, false, true, "rw-------"));
        assertOnly(
                Verdict.PROBLEM, "controller.data.dir", "/data/controller is not a directory", "controller.data.dir");

        config = config.with("controller.data.dir", "/other/controller");
        assertOnly(
                Verdict.PROBLEM,
                "controller.data.dir",
                "/other/controller does not exist, and / is not writable",
                "controller.data.dir");

        config = config.with("controller.data.dir", "~/controller");
        machine.userHome = Optional.empty();
        assertOnly(Verdict.PROBLEM, "controller.data.dir", "no home directory", "absolute path");

        machine.disk = new Disk("tmpfs", 2048 * MIB, 500 * MIB);
        assertThat(finding("supervisor.data.dir").verdict()).isEqualTo(Verdict.WARNING);
        machine.disk = new Disk("tmpfs", 2048 * MIB, 50 * MIB);
        assertThat(finding("supervisor.data.dir").verdict()).isEqualTo(Verdict.PROBLEM);
    }

    @Test
    void aPortThatIsTakenIsAProblemUnlessByTheDaemonItself() {
        String controller = "java -cp /opt/millrace/lib/a.jar io.millrace.cli.Main controller";
        machine.taken.put(7370, new PortTaken("Address already in use", Optional.of(new Owner(12, controller))));
        assertThat(finding("controller.port").verdict()).isEqualTo(Verdict.OK);
        assertThat(finding("controller.port").found()).contains("served by the controller, pid 12");

        machine.taken.put(
                7370, new PortTaken("Address already in use", Optional.of(new Owner(13, "nginx: master process"))));
        assertOnly(Verdict.PROBLEM, "controller.port", "taken by pid 13: nginx", "controller.port");

        machine.taken.put(7370, new PortTaken("Cannot assign requested address", Optional.empty()));
        assertOnly(Verdict.PROBLEM, "controller.port", "Cannot assign", "controller.host");
    }

    @Test
    void aSilentServerIsAWarningAndAMissingMajorityAProblem() {
        machine.zooKeepers.remove("zk1:2181");
        assertOnly(Verdict.WARNING, "ZooKeeper zk1:2181", "Connection refused", "start it");

        machine.zooKeepers.remove("zk2:2181");
        assertThat(finding("zookeeper.connect").verdict()).isEqualTo(Verdict.PROBLEM);
        assertThat(finding("zookeeper.connect").found()).contains("2 of 3 servers do not answer");

        config = config.with("zookeeper.connect", "zk3:port");
        assertOnly(Verdict.PROBLEM, "zookeeper.connect", "zk3:port", "host:port");
    }

    @Test
    void standaloneServersAreNoEnsemble() {
        machine.zooKeepers.put("zk1:2181", FakeMachine.answer("standalone"));
        assertOnly(Verdict.PROBLEM, "ZooKeeper zk1:2181", "zookeeper.connect names 3 servers", "one ensemble");

        config = config.with("zookeeper.connect", "zk1:2181");
        assertOnly(Verdict.WARNING, "ZooKeeper zk1:2181", "standalone, version 3.9.5", "ensemble of three");

        machine.zooKeepers.put("zk1:2181", "srvr is not executed because it is not in the whitelist.\n");
        assertOnly(Verdict.WARNING, "ZooKeeper zk1:2181", "not in the whitelist", "whitelist");
    }

    @Test
    void aWrongClockIsFound() {
        machine.controllerClockAhead = Optional.of(Duration.ofSeconds(-5));
        assertOnly(Verdict.WARNING, "clock", "5 s ahead of", "NTP");

        machine.controllerClockAhead = Optional.of(Duration.ofSeconds(90));
        assertOnly(Verdict.PROBLEM, "clock", "90 s behind", "NTP");

        machine.controllerClockAhead = Optional.empty();
        assertOnly(Verdict.WARNING, "clock", "no controller is up", "repeat");
    }

    @Test
    void settingsOfTheKernelThatCostLatencyAreFound() {
        machine.file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
        assertOnly(Verdict.WARNING, "transparent huge pages", "always", "madvise");
        machine.files.remove(java.nio.file.Path.of("/sys/kernel/mm/transparent_hugepage/enabled"));

        machine.file("/proc/sys/net/ipv4/tcp_congestion_control", "bbr\n");
        assertOnly(Verdict.WARNING, "congestion control", "bbr", "topology.transport.congestion");

        config = config.with("topology.transport.congestion", "cubic");
        assertThat(examine()).allMatch(finding -> finding.verdict() == Verdict.OK);

        config = config.with("topology.transport.congestion", "vegas");
        assertOnly(Verdict.PROBLEM, "congestion control", "allows reno cubic", "modprobe tcp_vegas");
    }

    private List<Finding> examine() {
        return Doctor.examine(new Plan(config, daemons), machine);
    }

    private Finding finding(String check) {
        return examine().stream()
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    /** Asserts this finding, and that all other checks are in order. */
    private void assertOnly(Verdict verdict, String check, String found, String remedy) {
        assertThat(examine().stream().filter(finding -> finding.verdict() != Verdict.OK))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.check()).isEqualTo(check);
                    assertThat(finding.verdict()).isEqualTo(verdict);
                    assertThat(finding.found()).contains(found);
                    assertThat(finding.remedy()).contains(remedy);
                });
    }
}
