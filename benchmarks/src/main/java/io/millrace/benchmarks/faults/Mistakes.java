// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.config.Config;
import io.millrace.cluster.registry.ControllerLocator;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.util.List;

/** Daemons that are started where one is already. Each must end by itself with a message, and disturb nothing. */
final class Mistakes {

    private static final String PROMISE = "it ends with one line that says why; nothing else changes";

    private Mistakes() {}

    static List<Fault> all() {
        return List.of(
                Fault.of("port-in-use-controller", PROMISE, Mistakes::controllerOnLeadersPort)
                        .gap(Stops.NOTHING),
                Fault.of("port-in-use-supervisor", PROMISE, Mistakes::supervisorOnLeadersPort)
                        .gap(Stops.NOTHING),
                Fault.of(
                                "second-supervisor",
                                PROMISE,
                                scene -> second(scene, scene.cluster().ofNode(firstNode(scene))))
                        .gap(Stops.NOTHING),
                Fault.of(
                                "second-supervisor-elsewhere",
                                PROMISE,
                                scene -> second(
                                        scene,
                                        scene.cluster()
                                                .ofNode(firstNode(scene))
                                                .with(ClusterKeys.SUPERVISOR_DATA_DIR, own(scene, "supervisor"))))
                        .gap(Stops.NOTHING));
    }

    private static String firstNode(Scene scene) {
        return scene.cluster().hosts().nodes().get(0);
    }

    private static String own(Scene scene, String name) {
        return scene.cluster().directory().resolve("second-" + name).toString();
    }

    private static void controllerOnLeadersPort(Scene scene) throws IOException, InterruptedException {
        Config config = scene.cluster().config();
        int port = new ControllerLocator(config).locate().port();
        refused(
                scene,
                scene.cluster()
                        .controller(
                                "second",
                                config.with(ClusterKeys.CONTROLLER_PORT, port)
                                        .with(ClusterKeys.CONTROLLER_DATA_DIR, own(scene, "controller"))));
    }

    private static void supervisorOnLeadersPort(Scene scene) throws IOException, InterruptedException {
        int port = new ControllerLocator(scene.cluster().config()).locate().port();
        second(
                scene,
                scene.cluster()
                        .ofNode("n4")
                        .with(ClusterKeys.SUPERVISOR_PORT, port)
                        .with(ClusterKeys.SUPERVISOR_DATA_DIR, own(scene, "supervisor")));
    }

    private static void second(Scene scene, Config config) throws IOException, InterruptedException {
        refused(scene, scene.cluster().supervisor("second", config));
    }

    private static void refused(Scene scene, Daemon daemon) throws IOException, InterruptedException {
        daemon.start();
        try {
            int status = daemon.awaitEnd();
            String said = daemon.said().strip();
            scene.note("exit " + status + ": " + said);
            scene.check(status != 0, "it ended with status 0");
            scene.check(said.lines().count() == 1, "it said " + said.lines().count() + " lines");
        } catch (IOException e) {
            scene.note(daemon.said().strip());
            scene.check(false, "it did not end");
        } finally {
            daemon.end();
        }
    }
}
