package io.millrace.cli;

import io.millrace.cli.backend.Backend;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "zookeeper", description = "Runs a ZooKeeper server, for clusters without one.")
final class ZooKeeperCommand extends DaemonCommand {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    MillraceCommand millrace() {
        return millrace;
    }

    @Override
    Backend.Role role() {
        return Backend.Role.ZOOKEEPER;
    }
}
