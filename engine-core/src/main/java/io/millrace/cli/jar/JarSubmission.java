package io.millrace.cli.jar;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cli.CommandFailure;
import io.millrace.cli.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.client.TopologyInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A jar that was checked, and is ready to submit its topologies.
 *
 * @param name replaces the name that main gives
 */
public record JarSubmission(TopologyJar jar, TopologyJar.Start start, Optional<String> name) {

    /** Runs main; each of its topologies goes to the cluster with {@code settings} laid over its configuration. */
    public List<TopologyInfo> submit(Cluster cluster, Config settings) {
        List<TopologyInfo> submitted = new ArrayList<>();
        MainRunner.run(jar, start, (own, topology, config) -> {
            submitted.add(cluster.submit(submission(own, topology, config.with(settings), submitted)));
        });
        return submitted;
    }

    private Submission submission(String own, Topology topology, Config config, List<TopologyInfo> earlier) {
        if (name.isPresent() && !earlier.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "--name names one topology, but " + start.mainClass() + " submits a second, '" + own
                            + "': leave --name out");
        }
        return new Submission(name.orElse(own), topology, config, jar.path(), List.of());
    }
}
