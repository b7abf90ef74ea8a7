package io.millrace.cluster.jar;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyInfo;
import java.nio.file.Path;
import java.util.ArrayList;
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
        List<TopologyInfo> submitted = new ArrayList<>();
        MainRunner.run(jar, classPath, start, (own, topology, config) -> {
            submitted.add(cluster.submit(
                    submission(own, topology, defaults.with(config).with(settings), submitted)));
        });
        return submitted;
    }

    private Submission submission(String own, Topology topology, Config config, List<TopologyInfo> earlier) {
        if (name.isPresent() && !earlier.isEmpty()) {
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
