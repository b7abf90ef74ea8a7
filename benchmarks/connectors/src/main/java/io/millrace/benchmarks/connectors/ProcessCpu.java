// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time of this process. */
final class ProcessCpu {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ProcessCpu() {}

    static long nanos() {
        return SYSTEM.getProcessCpuTime();
    }
}
