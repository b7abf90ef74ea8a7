// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.config.Config;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** A controller or supervisor in a separate process, which a test kills. */
public final class DaemonToKill {

    private final Process process;

    private DaemonToKill(Process process) {
        this.process = process;
    }

    /** @param kind controller or supervisor */
    public static DaemonToKill start(String kind, Config config) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                DaemonToKill.class.getName(),
                kind));
        config.asMap().forEach((key, value) -> command.add(key + "=" + value));
        return new DaemonToKill(new ProcessBuilder(command).inheritIO().start());
    }

    public long pid() {
        return process.pid();
    }

    /** Kills this daemon, and the workers that it has started. */
    public void kill() throws InterruptedException {
        List<ProcessHandle> workers = process.descendants().toList();
        process.destroyForcibly();
        workers.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>();
        for (int i = 1; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        Config config = Config.of(settings);
        if (arguments[0].equals("controller")) {
            ControllerDaemon.start(config);
        } else {
            SupervisorDaemon.start(config);
        }
        new CountDownLatch(1).await();
    }
}
