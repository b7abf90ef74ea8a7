// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import java.util.List;
import java.util.Set;

/** Examines the machine on which it runs. */
public final class Doctor {

    private static final List<Check> CHECKS = List.of(
            new JavaCheck(),
            new SharedMemoryCheck(),
            new AccountCheck(),
            new LimitsCheck(),
            new DirectoriesCheck(),
            new PortsCheck(),
            new ZooKeeperCheck(),
            new ClockCheck(),
            new KernelCheck());

    private Doctor() {}

    /** @param daemons the daemons that are to run here */
    public static List<Finding> examine(Config config, Set<DaemonKind> daemons) {
        return examine(new Plan(config, daemons), new ThisMachine(config));
    }

    /** Returns the shared memory that the rings of all slots of a node take, with these defaults of topologies. */
    public static long sharedMemoryBytes(Config config, int cores) {
        return SharedMemoryCheck.all(config, cores);
    }

    static List<Finding> examine(Plan plan, Machine machine) {
        return CHECKS.stream()
                .flatMap(check -> check.examine(plan, machine).stream())
                .toList();
    }
}
