// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.nio.file.Path;

/** An engine whose processes also run on emulated hosts. */
public interface HostedEngine extends Engine {

    /**
     * The same as {@link Engine#start}, with the engine's processes on hosts: what controls it on the hub, and as many
     * workers on each of the others. They bind to the addresses of their hosts, and tell each other these.
     */
    AutoCloseable start(Workload workload, Path directory, Hosts hosts) throws Exception;

    @Override
    default AutoCloseable start(Workload workload, Path directory) throws Exception {
        return start(workload, directory, Hosts.HERE);
    }
}
