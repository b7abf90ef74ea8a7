// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.executor.ExecutorSetup;
import io.millrace.runtime.executor.ExecutorWorker;
import io.millrace.runtime.executor.LocalDoorbells;
import io.millrace.runtime.executor.RingReceiver;
import io.millrace.runtime.link.ExecutorBell;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.metrics.ExecutorCounters;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.remote.ServiceGate;
import io.millrace.runtime.service.ServicePorts;
import io.millrace.runtime.tuple.MessageDescriptor;
import io.millrace.runtime.tuple.TupleDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a worker's executors, with the receivers from its other executors, the node and services. One thread calls it.
 */
final class WorkerExecutors {

    private static final int QUEUE_CAPACITY = 2048;

    private final WorkerSpec spec;
    private final ExecutorWorker common;
    private final WorkerCodecs codecs;
    private final ServicePorts ports;

    /** The memory; null if the worker has no rings. */
    private final SharedMemory memory;

    private final LocalDoorbells localBells;
    private final long seed;
    private final List<OwnExecutor> ends = new ArrayList<>();
    private final List<Clients.Served> served = new ArrayList<>();

    /**
     * @param memory memory of the worker; null if it has no rings
     * @param executors how many will be made
     * @param seed seed of all random choices
     */
    WorkerExecutors(
            WorkerSpec spec,
            ExecutorWorker common,
            WorkerCodecs codecs,
            ServicePorts ports,
            SharedMemory memory,
            int executors,
            long seed) {
        this.spec = spec;
        this.common = common;
        this.codecs = codecs;
        this.ports = ports;
        this.memory = memory;
        this.localBells = new LocalDoorbells(executors);
        this.seed = seed;
    }

    /** Returns the executors that were made, with the encoders for links to other workers. */
    List<OwnExecutor> ends() {
        return ends;
    }

    /** Returns the executors whose tasks services reach. */
    List<Clients.Served> served() {
        return served;
    }

    /** Makes the next executor, which runs these tasks. */
    Executor make(List<Integer> tasks) {
        int index = ends.size();
        ValuesCodec codec = codecs.present();
        Inbound inbound = new Inbound(QUEUE_CAPACITY, bell(index));
        tasks.forEach(task -> ports.add(task, inbound.bell()));
        Executor executor = new Executor(new ExecutorSetup(
                "millrace-" + spec.worker() + "-executor-" + index,
                common,
                tasks,
                new SplittableRandom(seed + index).nextLong(),
                inbound,
                codec,
                common.counters().executor(index)));
        ExecutorCounters counters = common.counters().executor(index);
        counters.set(ExecutorFigure.QUEUE_CAPACITY, QUEUE_CAPACITY);
        if (memory != null) {
            counters.set(ExecutorFigure.RING_BYTES, memory.ring(index).config().capacityBytes());
            RingReceiver receiver = new RingReceiver(
                    memory.ring(index), executor, new TupleDecoder(codec, common.graph(), common.clock()));
            executor.receiveFrom(receiver);
            executor.showPauses(receiver);
        }
        OwnExecutor own = new OwnExecutor(executor, codec, spec.config(), common.clock());
        ends.add(own);
        if (tasks.stream().anyMatch(ports::has)) {
            ServiceGate gate = new ServiceGate(executor, codec, ports, spec.worker());
            executor.receiveFrom(gate);
            executor.handle(
                    MessageDescriptor.SERVICE,
                    (group, message, offset, length) -> gate.onMessage(message, offset, length));
            served.add(new Clients.Served(own, gate));
        }
        return executor;
    }

    private ExecutorBell bell(int index) {
        return memory == null ? localBells.of(index) : memory.bell(index);
    }

    /** Links each executor to all, itself included. */
    void linkAmongEachOther() {
        LinksInWorker links = new LinksInWorker(spec, common.graph(), ends, common.clock());
        for (OwnExecutor own : ends) {
            for (OwnExecutor target : ends) {
                List<Integer> tasks = target.executor().taskIds();
                own.executor().paths().set(tasks, new Path(links.link(own, new ExecutorEndpoint("", tasks))));
            }
        }
    }

    /** Returns whether an executor of these tasks runs in a virtual thread. */
    static boolean isVirtual(TaskPlan plan, List<Integer> tasks) {
        return tasks.stream().anyMatch(task -> plan.specOf(task).virtual());
    }
}
