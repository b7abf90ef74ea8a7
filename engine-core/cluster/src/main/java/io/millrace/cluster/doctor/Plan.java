package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import java.util.Set;

/** What is to run on the machine. */
record Plan(Config config, Set<DaemonKind> daemons) {

    boolean has(DaemonKind daemon) {
        return daemons.contains(daemon);
    }
}
