// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;

/** The main class of a topology jar: submits a topology under the name of its argument. */
public final class SubmittingMain {

    private SubmittingMain() {}

    public static void main(String[] arguments) {
        TopologySubmitter.submit(
                arguments[0],
                TestTopologies.counting(1_000_000, 5),
                Config.empty().with("topology.workers", 2));
    }
}
