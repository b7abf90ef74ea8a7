// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Partitioner;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Vertex;
import com.hazelcast.jet.datamodel.Tuple2;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;

/** The topologies of cooperative processors; a tuple is a {@link Tuple2} of payload and due time. */
final class Dag {

    private Dag() {}

    static DAG of(Workload workload, Path directory) {
        DAG dag = new DAG();
        String encoded = workload.encode();
        String where = directory.toString();
        if (workload.shape().isYahoo()) {
            AdDag.define(dag, workload, where);
            return dag;
        }
        boolean words = workload.shape() == Shape.WORDCOUNT;
        Vertex last = vertex(dag, workload, "source", () -> new Source(encoded, where));
        if (words) {
            Vertex split = vertex(dag, workload, "split", Split::new);
            dag.edge(Edge.between(last, split).unicast().distributed());
            last = split;
        } else {
            for (int hop = 1; hop < workload.shape().hops(); hop++) {
                Vertex pass = vertex(dag, workload, "pass" + hop, Pass::new);
                dag.edge(Edge.between(last, pass).unicast().distributed());
                last = pass;
            }
        }
        Vertex sink = vertex(dag, workload, "sink", () -> new Last(encoded, where));
        Edge edge = Edge.between(last, sink).distributed();
        dag.edge(
                words
                        ? edge.partitioned((Tuple2<String, Long> tuple) -> tuple.f0(), Partitioner.HASH_CODE)
                        : edge.unicast());
        return dag;
    }

    static Vertex vertex(DAG dag, Workload workload, String name, SupplierEx<Processor> processor) {
        return dag.newVertex(name, processor).localParallelism(workload.tasks() / workload.workers());
    }
}
