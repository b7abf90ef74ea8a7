// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.StreamOrder;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.OrderRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "set",
        description =
                "Sets how tuples of a stream are delivered in other regions, while the topology runs. What is late goes to the"
                        + " stream 'late' of the bolt that would have got it, if it declares one, and its trees fail.")
final class GeoSetCommand implements Runnable {

    @ParentCommand
    private GeoCommand parent;

    @Parameters(index = "0", paramLabel = "TOPOLOGY", description = "Name of the topology.")
    private String name;

    @Parameters(index = "1", paramLabel = "STREAM", description = "COMPONENT, or COMPONENT:STREAM.")
    private String stream;

    @Parameters(
            index = "2",
            paramLabel = "ORDER",
            description = "ordered, unordered, late-drop:TIME, late-drop:BATCHES or late-drop:marker.")
    private String order;

    @Override
    public void run() {
        OrderRequest request = new OrderRequest(stream, read());
        MillraceCommand millrace = parent.millrace();
        try (Cluster cluster = millrace.connect()) {
            cluster.set(name, request);
            millrace.print(
                    request,
                    () -> millrace.terminal()
                            .line("stream " + stream + " of " + name + " is " + request.order() + " from now on"));
        }
    }

    private String read() {
        try {
            return StreamOrder.read(order).toString();
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, e.getMessage());
        }
    }
}
