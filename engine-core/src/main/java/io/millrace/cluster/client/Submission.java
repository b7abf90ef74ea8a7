package io.millrace.cluster.client;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * A topology on its way to the controller.
 *
 * @param jar the jar with the author's classes, or null if they are on {@code classPath}
 * @param classPath used without a jar, by an embedded cluster only: class path entries of this machine
 */
public record Submission(String name, Topology topology, Config config, Path jar, List<String> classPath) {}
