// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.core.Vertex;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.sweep.Cell;
import io.millrace.benchmarks.sweep.SweepEngine;
import java.nio.file.Path;

/**
 * Hazelcast Jet: a member for each engine, and the source beside one of them, as Jet has all parts of a job on each
 * member: so of its messages one part stays in a process.
 */
public final class JetSweep implements SweepEngine {

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public AutoCloseable start(Cell cell, Path directory) throws Exception {
        String where = directory.toString();
        return JetEngine.cluster(
                cell.engines(), first -> first.getJet().newJob(dag(where), JetEngine.config(Promise.atMostOnce())));
    }

    private static DAG dag(String where) {
        DAG dag = new DAG();
        Vertex source = dag.newVertex(
                "source",
                ProcessorMetaSupplier.forceTotalParallelismOne(ProcessorSupplier.of(() -> new Messages(where))));
        Vertex engines = dag.newVertex("engines", () -> new Analyse(where)).localParallelism(1);
        return dag.edge(Edge.between(source, engines).unicast().distributed());
    }
}
