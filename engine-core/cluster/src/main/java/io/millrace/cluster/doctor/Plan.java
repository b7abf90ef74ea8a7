// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import java.util.Set;

/** The daemons that are to run on the machine, and their configuration. */
record Plan(Config config, Set<DaemonKind> daemons) {

    boolean has(DaemonKind daemon) {
        return daemons.contains(daemon);
    }
}
