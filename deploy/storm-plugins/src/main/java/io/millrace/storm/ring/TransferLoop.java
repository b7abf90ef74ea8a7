// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.storm.daemon.worker.WorkerState;
import org.apache.storm.daemon.worker.WorkerTransfer;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the {@link WorkerTransfer} of the worker that is being made. Storm has no setting for it, so this reads two
 * private fields and writes one. It does nothing but log one line where Storm's classes are not those that it knows.
 */
public final class TransferLoop {
    private static final Logger LOG = LoggerFactory.getLogger(TransferLoop.class);

    /** All methods of the class, without what compilers add. With others a message could be queued without a ring. */
    private static final Set<String> METHODS = new TreeSet<>(Set.of(
            "JCQueue getTransferQueue()",
            "AtomicBoolean[] getRemoteBackPressureStatus()",
            "SmartThread makeTransferThread()",
            "void accept(Object)",
            "void flush()",
            "boolean tryTransferRemote(AddressedTuple,Queue,ITupleSerializer)",
            "void flushRemotes()",
            "boolean tryFlushRemotes()",
            "void haltTransferThd()"));

    private static final String QUEUE = "worker-transfer-queue-";

    private TransferLoop() {}

    /**
     * Replaces the transfer of a worker that has not started its threads.
     *
     * @param ofWorker an object that Storm passes to {@code IContext.bind} and that refers to its {@link WorkerState}
     */
    public static void replace(Object ofWorker) {
        try {
            checkMethods();
            WorkerState worker = find(ofWorker);
            Field field = WorkerState.class.getDeclaredField("workerTransfer");
            field.setAccessible(true);
            WorkerTransfer former = (WorkerTransfer) field.get(worker);
            Field status = WorkerTransfer.class.getDeclaredField("remoteBackPressureStatus");
            status.setAccessible(true);
            int tasks = ((AtomicBoolean[]) status.get(former)).length;
            former.haltTransferThd();
            forgetMetrics(worker.getMetricRegistry());
            field.set(worker, new DoorbellTransfer(worker, worker.getTopologyConf(), tasks - 1));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.warn("Storm's own transfer thread, which sleeps between messages, is used: {}", e.toString());
        }
    }

    /** Removes the gauges of the former queue, whose names those of the next one have. */
    private static void forgetMetrics(StormMetricRegistry metrics) {
        metrics.deregister(metrics.getRegistry().getMetrics().entrySet().stream()
                .filter(metric -> metric.getKey().contains(QUEUE))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet()));
    }

    private static void checkMethods() throws NoSuchMethodException {
        Set<String> methods = Arrays.stream(WorkerTransfer.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(TransferLoop::signature)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!methods.equals(METHODS)) {
            throw new NoSuchMethodException("WorkerTransfer of this Storm has the methods " + methods);
        }
    }

    private static String signature(Method method) {
        return method.getReturnType().getSimpleName() + " " + method.getName() + "("
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(","))
                + ")";
    }

    private static WorkerState find(Object ofWorker) throws ReflectiveOperationException {
        for (Field field : ofWorker.getClass().getDeclaredFields()) {
            if (field.getType() == WorkerState.class) {
                field.setAccessible(true);
                return (WorkerState) field.get(ofWorker);
            }
        }
        throw new NoSuchFieldException(
                "no WorkerState in " + ofWorker.getClass().getName());
    }
}
