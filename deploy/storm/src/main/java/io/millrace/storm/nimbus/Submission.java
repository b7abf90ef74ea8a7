// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.nimbus;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.SubmittedTopology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.error.TopologyException;
import io.millrace.storm.worker.StormSettings;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;

/**
 * A topology that the main class has submitted.
 *
 * @param settings its settings as JSON
 * @param atMillis when it was submitted, since 1970
 */
record Submission(String name, String settings, StormTopology topology, long atMillis) {

    SubmittedTopology handle() {
        return TopologySubmitter.submitted(name);
    }

    boolean isAlive() {
        try {
            return handle().status() != Status.KILLED;
        } catch (TopologyException e) {
            return false;
        }
    }

    long messageTimeoutSeconds() {
        return StormSettings.read(settings).get(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS) instanceof Number seconds
                ? seconds.longValue()
                : 0;
    }

    /** Stops the spouts, lets tuples in flight come to their ends for some time, and ends the topology. */
    void kill(long waitSeconds) {
        SubmittedTopology running = handle();
        running.deactivate();
        try {
            TimeUnit.SECONDS.sleep(waitSeconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.kill();
    }
}
