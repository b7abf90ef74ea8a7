package io.millrace.cluster.supervisor;

import io.millrace.cluster.worker.LaunchSpec;
import java.io.IOException;
import java.nio.file.Path;

/** Starts worker processes. */
interface WorkerLauncher {

    /** Starts one whose output goes to the end of {@code log}. */
    WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory, Path log) throws IOException;
}
