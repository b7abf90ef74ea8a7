// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import io.millrace.api.error.TopologyException;
import io.millrace.benchmarks.report.Csv;
import io.millrace.cluster.model.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Faults one after the other, on one cluster as long as their needs are the same. One thread. */
final class FaultSeries {

    /** The logs of daemons and workers, which are kept with --verbose. */
    private static final Path LOGS = Path.of("benchmarks", "target", "faults-logs");

    private final Csv csv;
    private final boolean verbose;
    private FaultCluster cluster;

    FaultSeries(Csv csv, boolean verbose) {
        this.csv = csv;
        this.verbose = verbose;
    }

    List<FaultRow> run(List<Fault> faults) throws IOException, InterruptedException {
        System.out.println(FaultRow.header());
        List<FaultRow> rows = new ArrayList<>();
        try {
            for (Fault fault : faults) {
                FaultRow row = run(fault);
                csv.put(row.values());
                System.out.println(row.line());
                rows.add(row);
            }
        } finally {
            close();
        }
        return rows;
    }

    /**
     * Faults at random, on a cluster whose nodes can be cut off and whose state directory can be full, if this user may
     * have that.
     */
    List<FaultRow> random(int seconds, long seed) throws IOException, InterruptedException {
        System.out.println("--seed=" + seed);
        Setup setup = mayHaveNamespaces() ? Setup.RANDOM : Setup.PLAIN;
        try {
            cluster = FaultCluster.start(setup);
            FaultRow row = new RandomFaults(cluster, seed).run(seconds);
            csv.put(row.values());
            System.out.println(FaultRow.header());
            System.out.println(row.line());
            return List.of(row);
        } finally {
            close();
        }
    }

    private static boolean mayHaveNamespaces() {
        try {
            Namespaces.up(FaultCluster.NODES).close();
            return true;
        } catch (IOException e) {
            System.out.println("no node is cut off, and no disk is full: " + e.getMessage());
            return false;
        }
    }

    private FaultRow run(Fault fault) throws IOException, InterruptedException {
        if (cluster != null && !cluster.setup().equals(fault.setup())) {
            close();
        }
        if (cluster == null) {
            try {
                cluster = FaultCluster.start(fault.setup());
            } catch (IOException e) {
                return FaultRow.skipped(fault, e.getMessage());
            }
        }
        try {
            FaultRow row = new FaultRun(fault, cluster, verbose).run();
            cluster.awaitHealthy();
            return row;
        } catch (IOException | ClusterException | TopologyException e) {
            // The next fault shall not suffer from it
            closeAnyway();
            return FaultRow.failed(fault, e.getMessage());
        }
    }

    private void closeAnyway() {
        try {
            close();
        } catch (IOException e) {
            System.err.println(e.getMessage());
        }
    }

    private void close() throws IOException {
        if (cluster != null) {
            FaultCluster ending = cluster;
            cluster = null;
            if (verbose) {
                ending.keepLogs(LOGS);
            }
            ending.close();
        }
    }
}
