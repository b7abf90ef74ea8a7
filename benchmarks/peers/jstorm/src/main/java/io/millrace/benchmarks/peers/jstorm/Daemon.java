// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import com.alibaba.jstorm.daemon.nimbus.NimbusServer;
import com.alibaba.jstorm.daemon.supervisor.Supervisor;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Signals;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The process of Nimbus, or of the supervisor. */
public final class Daemon {

    static final String NIMBUS = "nimbus";
    static final String SUPERVISOR = "supervisor";

    /** What Nimbus starts when it has begun to lead and has removed what it takes for remains. */
    private static final String FIRST_OF_LEADER = "TopologyAssign";

    private static final long POLL_MILLIS = 50;

    private Daemon() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        if (arguments[0].equals(NIMBUS)) {
            tellWhenLeading(Path.of(arguments[1]));
            NimbusServer.main(new String[0]);
        } else {
            Supervisor.main(new String[0]);
        }
    }

    /** It answers before, and would remove a topology that it is given until then. */
    private static void tellWhenLeading(Path file) {
        Thread watch = new Thread(
                () -> {
                    while (!leads()) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
                    }
                    Signals.write(file, "");
                },
                "watch-leadership");
        watch.setDaemon(true);
        watch.start();
    }

    private static boolean leads() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(FIRST_OF_LEADER));
    }
}
