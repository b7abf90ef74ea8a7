// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.macro.EngineProcess;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.supervisor.Supervisor;

/** The process of Nimbus, or of the supervisor. */
public final class Daemon {

    static final String NIMBUS = "nimbus";
    static final String SUPERVISOR = "supervisor";

    private Daemon() {}

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        if (arguments[0].equals(NIMBUS)) {
            Nimbus.main(new String[0]);
        } else {
            Supervisor.main(new String[0]);
        }
    }
}
