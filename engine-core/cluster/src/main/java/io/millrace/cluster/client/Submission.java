package io.millrace.cluster.client;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * A topology to submit.
 *
 * @param jar the jar with the author's classes, or null if others have them
 * @param libs further jars, and directories of jars, which follow on the class path in this order; the jars of a
 *     directory in that of their names
 * @param classPath for an embedded cluster only: class path entries of this machine, after all jars
 */
public record Submission(
        String name, Topology topology, Config config, Path jar, List<Path> libs, List<String> classPath) {

    /** One without further jars. */
    public Submission(String name, Topology topology, Config config, Path jar, List<String> classPath) {
        this(name, topology, config, jar, List.of(), classPath);
    }
}
