// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cluster.client.Cluster;
import picocli.CommandLine.ParentCommand;

/** A command that checks its arguments, and then asks a cluster. */
abstract class ClusterCommand implements Runnable {

    @ParentCommand
    MillraceCommand millrace;

    @Override
    public void run() {
        check();
        try (Cluster cluster = millrace.connect()) {
            ask(cluster);
        }
    }

    /** Refuses wrong arguments before the cluster is asked. */
    void check() {}

    abstract void ask(Cluster cluster);
}
