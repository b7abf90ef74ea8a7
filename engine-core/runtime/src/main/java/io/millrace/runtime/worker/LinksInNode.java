// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.ipc.ring.RingProducer;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Link;
import io.millrace.runtime.link.RingLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** The factory of links to another worker of the same node: by the rings of its executors. */
final class LinksInNode implements LinkFactory {

    private final TaskGraph graph;
    private final SharedMemory memory;
    private final int ringBytes;

    /** @param memory memory of this worker */
    LinksInNode(WorkerSpec spec, TaskGraph graph, SharedMemory memory) {
        this.graph = graph;
        this.memory = memory;
        this.ringBytes = RingSizes.ringBytes(spec.config());
    }

    @Override
    public Link link(OwnExecutor source, ExecutorEndpoint target) throws IOException {
        RingProducer producer = RingProducer.open(
                Path.of(target.ring()),
                memory.lock(),
                source.executor().inbound().bell());
        return new RingLink(
                producer,
                source.encoder(),
                flags(target.tasks()),
                graph,
                ringBytes,
                source.executor().paths());
    }

    private IntUnaryOperator flags(List<Integer> tasks) {
        int[] flagOfTask = new int[graph.tasks().taskCount() + 1];
        for (int i = 0; i < tasks.size(); i++) {
            flagOfTask[tasks.get(i)] = i;
        }
        return task -> flagOfTask[task];
    }
}
