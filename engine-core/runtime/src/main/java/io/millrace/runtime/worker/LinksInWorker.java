// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.DirectLink;
import io.millrace.runtime.link.EncodingLink;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.link.QueueLink;
import io.millrace.runtime.tuple.TupleDecoder;
import java.util.List;
import java.util.function.LongSupplier;

/** The factory of links among the executors of this worker: tuples pass as objects. */
final class LinksInWorker implements LinkFactory {

    private final TaskGraph graph;
    private final boolean encodes;
    private final LongSupplier clock;
    private final Executor[] executorOf;
    private final PauseSign[] signs;

    LinksInWorker(WorkerSpec spec, TaskGraph graph, List<OwnExecutor> executors, LongSupplier clock) {
        this.graph = graph;
        this.encodes = spec.config().get(TopologyKeys.SERIALIZE_ALWAYS);
        this.clock = clock;
        this.executorOf = new Executor[graph.tasks().taskCount() + 1];
        this.signs = new PauseSign[executorOf.length];
        for (OwnExecutor own : executors) {
            for (int task : own.executor().taskIds()) {
                executorOf[task] = own.executor();
                signs[task] = own.executor().task(task).sign();
            }
        }
    }

    @Override
    public Link link(OwnExecutor own, ExecutorEndpoint end) {
        Executor source = own.executor();
        Executor target = executorOf[end.tasks().get(0)];
        Link link = target == source
                ? new DirectLink(source.arrivals())
                : new QueueLink(target.inbound(), signs, graph, source.inbound().bell(), source.paths());
        return encodes ? new EncodingLink(link, own.encoder(), new TupleDecoder(own.codec(), graph, clock)) : link;
    }
}
