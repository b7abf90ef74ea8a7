// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.blob.BlobKeeper;
import io.millrace.cluster.blob.BlobSource;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.controller.metrics.NodeReport;
import io.millrace.cluster.controller.metrics.SupervisorReports;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.simulation.SimulatedCluster.ControllerHost;
import io.millrace.cluster.simulation.SimulatedCluster.Host;
import io.millrace.cluster.simulation.SimulatedCluster.NodeHost;
import io.millrace.runtime.metrics.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the processes of a simulated cluster ask each other for: reports, and files to read and to keep. */
final class HostRequests {

    private final SimulatedCluster cluster;

    HostRequests(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** The answers of the supervisors that can be reached. */
    private final class Reports implements SupervisorReports {

        @Override
        public List<TraceRecord> traces(Collection<SupervisorRecord> supervisors, String topologyId) {
            return List.of();
        }

        private Stream<NodeHost> answering(Collection<SupervisorRecord> asked) {
            Set<String> names = asked.stream().map(SupervisorRecord::node).collect(Collectors.toSet());
            return cluster.nodes.stream()
                    .filter(host -> names.contains(host.name))
                    .filter(host -> host.isUp() && !cluster.paused.contains(host) && host.client.reachable());
        }

        @Override
        public List<NodeReport> reports(Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return answering(supervisors)
                    .flatMap(
                            host -> host.supervisor.reports().stream().map(report -> new NodeReport(host.name, report)))
                    .toList();
        }

        @Override
        public CompletableFuture<List<NodeReport>> askReports(
                Collection<SupervisorRecord> supervisors, MetricsDetail detail) {
            return CompletableFuture.completedFuture(reports(supervisors, detail));
        }

        @Override
        public List<FinishedTasks> finishedTasks(Collection<SupervisorRecord> supervisors) {
            return answering(supervisors)
                    .flatMap(host -> host.supervisor.finishedTasks().stream())
                    .toList();
        }
    }

    SupervisorReports reports() {
        return new Reports();
    }

    /** Returns the other machines that are asked to keep a file. */
    List<BlobKeeper> keepers(Host own) {
        return cluster.hosts().stream()
                .filter(host -> host != own && host.isUp())
                .map(host -> (BlobKeeper) new Keeper(host))
                .toList();
    }

    private final class Keeper implements BlobKeeper {
        private final Host host;

        Keeper(Host host) {
            this.host = host;
        }

        @Override
        public boolean elsewhere() {
            return true;
        }

        @Override
        public boolean keep(String digest) throws IOException {
            if (cluster.paused.contains(host) || !host.client.reachable() || !host.isUp()) {
                throw new IOException(host + " does not answer");
            }
            if (!cluster.keepsCopies) {
                return true;
            }
            return host instanceof ControllerHost controller
                    ? controller.controller.keep(digest)
                    : ((NodeHost) host).supervisor.keep(digest);
        }

        @Override
        public String toString() {
            return host.name;
        }
    }

    /** Returns the disks of other machines that are up and not cut off. */
    List<BlobSource> sources(Host own) {
        return cluster.hosts().stream()
                .filter(host -> host != own && host.isUp())
                .map(host -> (BlobSource) digest -> {
                    if (cluster.paused.contains(host) || !host.client.reachable() || !host.isUp()) {
                        throw new IOException(host + " does not answer");
                    }
                    BlobStore blobs = host instanceof ControllerHost controller
                            ? controller.controller.blobs()
                            : ((NodeHost) host).supervisor.blobs();
                    return Files.newInputStream(blobs.get(digest)
                            .orElseThrow(() -> new ClusterException(Reason.NOT_FOUND, "not on " + host)));
                })
                .toList();
    }
}
