// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.client.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A small topology beside the one that is checked, which is submitted and killed. One thread at a time. */
final class Other implements AutoCloseable {

    private static final String NAME = "other";
    private static final int RATE = 100;
    private static final int SECONDS = 3_600;
    private static final Duration MOST = Duration.ofSeconds(30);

    private final FaultCluster cluster;
    private final Path file;

    Other(FaultCluster cluster) throws IOException {
        this.cluster = cluster;
        file = cluster.directory().resolve("other");
        Tally.create(file, SECONDS, RATE * SECONDS);
    }

    /** Returns when it is accepted. */
    void submit() {
        try (Millrace millrace = cluster.connect()) {
            millrace.submit(
                    NAME,
                    CheckedTopology.of(file, RATE),
                    Flow.settings(Config.empty().with(TopologyKeys.WORKERS, 1)),
                    Jars.of(CheckedTopology.class));
        }
    }

    /** Returns when its workers are gone. */
    void kill() {
        try (Cluster client = cluster.client()) {
            client.kill(NAME, MOST);
        }
    }

    boolean isListed() {
        try (Cluster client = cluster.client()) {
            return client.list().stream().anyMatch(info -> info.name().equals(NAME));
        }
    }

    void killIfListed() {
        if (isListed()) {
            kill();
        }
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
