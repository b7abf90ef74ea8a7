// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;

@Command(name = "zookeeper", description = "Runs a ZooKeeper server, for clusters without one.")
final class ZooKeeperCommand extends DaemonCommand {

    ZooKeeperCommand() {
        super(Backend.Role.ZOOKEEPER);
    }
}
