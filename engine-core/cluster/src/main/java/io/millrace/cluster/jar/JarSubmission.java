// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import io.millrace.api.SubmittedTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A checked jar that is ready to submit its topologies.
 *
 * @param classPath the jar, and the libraries after it
 * @param name the name that replaces the one from the main method
 */
public record JarSubmission(TopologyJar jar, List<Path> classPath, TopologyJar.Start start, Optional<String> name) {

    /**
     * Returns a submission with the main class of the manifest.
     *
     * @param libs the jars and directories of jars
     */
    public static JarSubmission of(TopologyJar jar, List<Path> libs, String name, List<String> arguments) {
        return new JarSubmission(
                jar, ClassPathJars.of(jar.path(), libs), jar.start(Optional.empty(), arguments), Optional.of(name));
    }

    /** Runs the main method, and submits each of its topologies with {@code settings} over its configuration. */
    public List<TopologyInfo> submit(Cluster cluster, Config settings) {
        return submit(cluster, Config.empty(), settings);
    }

    /**
     * Runs the main method, and submits each of its topologies with {@code settings} over its configuration, and {@code
     * defaults} below it.
     */
    public List<TopologyInfo> submit(Cluster cluster, Config defaults, Config settings) {
        SubmittedTopologies submitted = new SubmittedTopologies(cluster);
        MainRunner.run(jar, classPath, start, new TopologySubmitter.Target() {
            @Override
            public void submit(String own, Topology topology, Config config) {
                Submission submission =
                        submission(own, topology, defaults.with(config).with(settings), submitted.isEmpty());
                submitted.add(own, cluster.submit(submission));
            }

            @Override
            public SubmittedTopology submitted(String own) {
                return submitted.handle(own);
            }
        });
        return submitted.living();
    }

    private Submission submission(String own, Topology topology, Config config, boolean first) {
        if (name.isPresent() && !first) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "--name names one topology, but " + start.mainClass() + " submits a second, '" + own
                            + "': leave --name out");
        }
        SavepointOfSubmission.check(topology, config, classPath);
        return new Submission(
                name.orElse(own), topology, config, jar.path(), classPath.subList(1, classPath.size()), List.of());
    }
}
