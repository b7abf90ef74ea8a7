// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * A topology to submit.
 *
 * @param jar the jar with the author's classes, or null if they are elsewhere
 * @param libs further jars, and directories of jars, which follow on the class path in this order; the jars of a
 *     directory are in the order of their names
 * @param classPath class path entries of this machine, after all jars, for an embedded cluster only
 */
public record Submission(
        String name, Topology topology, Config config, Path jar, List<Path> libs, List<String> classPath) {

    /** Makes a submission without further jars. */
    public Submission(String name, Topology topology, Config config, Path jar, List<String> classPath) {
        this(name, topology, config, jar, List.of(), classPath);
    }
}
