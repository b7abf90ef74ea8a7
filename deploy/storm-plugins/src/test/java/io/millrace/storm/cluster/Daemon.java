// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.cluster;

import java.io.IOException;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.supervisor.Supervisor;

/** The process of Nimbus, or of a supervisor; it ends with the process that started it. */
public final class Daemon {
    static final String NIMBUS = "nimbus";
    static final String SUPERVISOR = "supervisor";

    private Daemon() {}

    public static void main(String[] arguments) throws Exception {
        Thread watch = new Thread(Daemon::endWithParent, "parent");
        watch.setDaemon(true);
        watch.start();
        if (arguments[0].equals(NIMBUS)) {
            Nimbus.main(new String[0]);
        } else {
            Supervisor.main(new String[0]);
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is sent
            }
        } catch (IOException e) {
            // As at the end
        }
        Runtime.getRuntime().halt(1);
    }
}
