// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import io.millrace.cluster.launch.LaunchSpec;
import java.io.IOException;
import java.nio.file.Path;

/** Starts worker processes. */
public interface WorkerLauncher {

    /** Starts a process that appends its output to {@code log}. */
    WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory, Path log) throws IOException;
}
