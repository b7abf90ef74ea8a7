package io.millrace.cluster.supervisor.process;

import io.millrace.cluster.launch.LaunchSpec;
import java.io.IOException;
import java.nio.file.Path;

/** Starts worker processes. */
public interface WorkerLauncher {

    /** Starts one whose output goes to the end of {@code log}. */
    WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory, Path log) throws IOException;
}
