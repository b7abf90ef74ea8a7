// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.macro.Signals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** File systems that are full or read-only. */
final class Disks {

    private static final int SECONDS = 10;
    private static final int FILLED_SECONDS = 5;
    private static final int FILL_MILLIS = 10;
    private static final int REMOUNT_SECONDS = 20;
    private static final Duration SNAPSHOT_INTERVAL = Duration.ofMillis(500);

    private Disks() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                                "memory-full",
                                "running workers go on",
                                scene -> scene.cluster().smallMemory().fill())
                        .in(Setup.SMALL_DISKS)
                        .healed(SECONDS, scene -> scene.cluster().smallMemory().free())
                        .gap(Stops.NOTHING),
                Fault.of(
                                "memory-full-worker-kill",
                                "`millrace describe` says why a worker does not start; it starts when there is room",
                                Disks::killInFullMemory)
                        .in(Setup.SMALL_DISKS)
                        .healed(SECONDS, scene -> {
                            scene.problems().forEach(scene::note);
                            scene.cluster().smallMemory().free();
                        }),
                Fault.of(
                                "state-full",
                                "tuples go through, the list says why snapshots fail",
                                scene -> scene.cluster().smallState().fill())
                        .with(Disks::snapshots)
                        .in(Setup.SMALL_DISKS)
                        .healed(SECONDS, scene -> scene.cluster().smallState().free())
                        .gap(Stops.NOTHING),
                Fault.of(
                                "state-read-only",
                                "tuples go through, the list says why snapshots fail",
                                scene -> remount(scene, false))
                        .with(Disks::snapshots)
                        .in(Setup.SMALL_DISKS)
                        .healed(SECONDS, scene -> remount(scene, true))
                        .gap(Stops.NOTHING),
                Fault.of(
                                "few-descriptors",
                                "a worker is started again with 256 file descriptors",
                                scene ->
                                        Daemon.signal("KILL", scene.sinkWorker().pid()))
                        .in(Setup.FEW_DESCRIPTORS));
    }

    /** What the worker leaves free is taken at once, again and again until its next start has failed. */
    private static void killInFullMemory(Scene scene) throws IOException, InterruptedException {
        scene.cluster().smallMemory().fill();
        Daemon.signal("KILL", scene.sinkWorker().pid());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FILLED_SECONDS);
        while (System.nanoTime() - end < 0) {
            scene.cluster().smallMemory().fill();
            TimeUnit.MILLISECONDS.sleep(FILL_MILLIS);
        }
    }

    /** Settings of a topology that takes snapshots. */
    static Config snapshots(FaultCluster cluster) {
        return Config.empty()
                .with(TopologyKeys.STATE_DIR, cluster.state().toString())
                .with(TopologyKeys.SNAPSHOT_INTERVAL, SNAPSHOT_INTERVAL);
    }

    private static void remount(Scene scene, boolean writable) throws IOException, InterruptedException {
        // Who writes a file at this moment keeps it writable
        Signals.await("the directory of snapshots to be mounted anew", REMOUNT_SECONDS, () -> {
            try {
                return scene.cluster().smallState().remount(writable);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        });
    }
}
