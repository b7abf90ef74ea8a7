// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.api.json.Inline;
import io.millrace.api.metrics.WorkerMetrics;
import java.util.List;
import java.util.Map;

/**
 * The full description of one topology.
 *
 */
public record TopologyDescription(
        TopologyInfo info,
        long epoch,
        List<Part> components,
        @Inline Running running,
        @Inline Submission submission,
        @Inline Findings findings,
        @Inline Regions regions) {

    /** The workers of a topology, and the places of its tasks. */
    public record Running(List<WorkerMetrics> workers, List<Place> placement) {}

    /**
     * The submission of a topology.
     *
     * @param jars the jars in the order of the class path
     */
    public record Submission(Map<String, String> config, List<SubmittedJar> jars) {}

    /**
     * The findings about a topology, for an operator.
     *
     * @param problems reasons why it does not run properly, one line each, such as a missing slot or a worker that
     *     cannot start: an operator has to act
     * @param hints what is worth knowing of a topology that runs properly, one line each; nobody has to act
     * @param deaths unexpected ends of workers, also of those that run again
     */
    public record Findings(List<String> problems, List<String> hints, List<WorkerDeath> deaths) {

        public Findings {
            // A controller of an earlier version does not tell
            hints = hints == null ? List.of() : hints;
        }
    }

    /**
     * The regions of the cluster.
     *
     * @param roundTrips the round trips between them
     * @param relays workers without tasks, which forward what others send to another region
     */
    public record Regions(RegionMatrix roundTrips, List<Relay> relays) {}

    /**
     * One component.
     *
     * @param displayName the display name; empty if it has none
     * @param inputs the inputs, each as {@link Input#toString()}
     * @param regions the regions whose nodes may run it; empty for any
     */
    public record Part(
            String id,
            String displayName,
            String kind,
            @Inline Counts counts,
            List<String> inputs,
            List<String> outputs,
            List<String> regions) {}

    /**
     * The tasks of a component, and what runs them.
     *
     * @param parallelism maximum of executors for its tasks, as submitted or set by a rebalance
     * @param executors the number of executors that run its tasks; 0 before it is placed
     */
    public record Counts(int tasks, int parallelism, int executors) {}

    /**
     * One subscription of a component. Its text is "source/stream grouping"; names have neither '/' nor ' ', groupings
     * may.
     *
     * @param grouping the grouping in the words of the author, such as "fields(user, item)"
     */
    public record Input(String source, String stream, String grouping) {

        public static Input of(String text) {
            int space = text.indexOf(' ');
            int slash = text.indexOf('/');
            if (slash < 0 || slash > space) {
                throw new IllegalArgumentException("'" + text + "' is no input: it must be SOURCE/STREAM GROUPING");
            }
            return new Input(text.substring(0, slash), text.substring(slash + 1, space), text.substring(space + 1));
        }

        @Override
        public String toString() {
            return source + "/" + stream + " " + grouping;
        }
    }

    /**
     * The place of a task.
     *
     * @param worker the worker; empty while the task is dormant
     * @param node the node; empty while the task is dormant
     */
    public record Place(int task, String component, String worker, String node) {}

    /**
     * A worker without tasks.
     *
     * @param region the region; empty while its node's supervisor is not up
     * @param up whether it is registered
     */
    public record Relay(String worker, String node, String region, boolean up) {}

    public List<WorkerMetrics> workers() {
        return running.workers();
    }

    public List<Place> placement() {
        return running.placement();
    }

    public List<String> problems() {
        return findings.problems();
    }

    public List<String> hints() {
        return findings.hints();
    }

    public List<WorkerDeath> deaths() {
        return findings.deaths();
    }
}
