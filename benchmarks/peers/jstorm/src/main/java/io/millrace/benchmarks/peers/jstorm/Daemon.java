// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jstorm;

import com.alibaba.jstorm.daemon.nimbus.NimbusServer;
import com.alibaba.jstorm.daemon.supervisor.Supervisor;
import io.millrace.benchmarks.macro.EngineProcess;

/** The process of Nimbus, or of the supervisor. */
public final class Daemon {

    static final String NIMBUS = "nimbus";
    static final String SUPERVISOR = "supervisor";

    private Daemon() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        if (arguments[0].equals(NIMBUS)) {
            NimbusServer.main(new String[0]);
        } else {
            Supervisor.main(new String[0]);
        }
    }
}
