// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.process.Closer;
import io.millrace.ipc.liveness.PrivateDirectory;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.task.TaskFailure;
import io.millrace.runtime.worker.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shutdown of a worker process after a signal, a failure, the end of its assignment, or the death of its parent.
 * The first failure decides the exit code. Parts that do not close in time are abandoned, as the supervisor removes
 * their files. Any thread may call.
 */
final class WorkerShutdown implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerShutdown.class);
    private static final int LONGEST_CAUSE_CHAIN = 10;

    /**
     * The time for closing parts after a call of System.exit, during which the worker's tuples wait; the executor that
     * made the call never closes its components.
     */
    private static final long CLOSE_AFTER_EXIT_MILLIS = 500;

    private final Path directory;
    private final long closeTimeoutMillis;
    private final Closer parts = new Closer();
    private final CountDownLatch requested = new CountDownLatch(1);
    private final long createdNanos = System.nanoTime();
    private final long jvmMillis;

    /** Whether the parts are closed. Guarded by {@link #parts}. */
    private boolean partsClosed;

    /** The reason of the exit. Guarded by this. */
    private WorkerExit exit = WorkerExit.ASKED;

    private volatile Worker worker;

    private boolean closed;

    WorkerShutdown(Path directory, Config config) {
        this.directory = directory;
        this.closeTimeoutMillis = config.get(ClusterKeys.WORKER_STOP_TIMEOUT).toMillis();
        this.jvmMillis = ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> System.currentTimeMillis() - start.toEpochMilli())
                .orElse(0L);
    }

    /** Closes the part when the process shuts down; at once if it already does. */
    <T extends AutoCloseable> T add(T part) {
        synchronized (parts) {
            parts.add(part);
            if (partsClosed) {
                parts.close();
            }
            return part;
        }
    }

    /** Sets the worker whose components may call System.exit. */
    void runs(Worker running) {
        worker = running;
    }

    /** Shuts down at the end of standard input: the process that started this one holds the other end of the pipe. */
    void atEndOfInput() {
        Thread thread = new Thread(this::awaitEndOfInput, "millrace-parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** The worker has failed. The process ends even if no memory is left to write the report. */
    void failed(Throwable thrown) {
        Throwable cause = Foreign.readable(thrown);
        synchronized (this) {
            if (closed || exit != WorkerExit.ASKED) {
                return;
            }
            exit = exitAfter(cause);
        }
        try {
            String line = oneLine(cause);
            if (isExplained(cause)) {
                LOG.error("this worker has failed: {}", line);
            } else {
                LOG.error("this worker has failed", cause);
            }
            writeFailure(line);
        } finally {
            requested.countDown();
        }
    }

    /**
     * Whether the message is complete: the author or the engine explains what could not open, such as a missing file,
     * and a stack would add nothing.
     */
    private static boolean isExplained(Throwable cause) {
        Throwable reason = cause.getCause();
        return isNotOpened(cause)
                && (reason == null || reason instanceof TopologyException || reason instanceof IOException);
    }

    /** Whether components could not open: failures of open components are those of tasks, or not the topology's. */
    private static boolean isNotOpened(Throwable cause) {
        return cause instanceof TopologyException && !(cause instanceof TaskFailure);
    }

    private static WorkerExit exitAfter(Throwable cause) {
        ErrorPolicy policy = cause instanceof TaskFailure failure ? failure.policy() : ErrorPolicy.FAIL_TUPLE;
        return switch (policy) {
            case FAIL_TUPLE ->
                cause instanceof OutOfMemoryError || cause.getCause() instanceof OutOfMemoryError
                        ? WorkerExit.OUT_OF_MEMORY
                        : isNotOpened(cause) ? WorkerExit.NOT_OPENED : WorkerExit.FAILED;
            case RESTART_WORKER -> WorkerExit.RESTART;
            case KILL_TOPOLOGY -> WorkerExit.KILL_TOPOLOGY;
        };
    }

    private void writeFailure(String cause) {
        try {
            PrivateDirectory.writeFile(
                    directory.resolve(LaunchSpec.FAILURE_FILE), Json.write(new WorkerFailure(cause, exit.code())));
        } catch (IOException e) {
            LOG.warn("cannot write the failure report: {}", e.getMessage());
        }
    }

    /** The worker is no longer needed. */
    void request(String why) {
        LOG.info("shutdown: {}", why);
        requested.countDown();
    }

    /** Whether there is a reason to shut down. */
    boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits for the first reason to shut down. */
    WorkerExit await() throws InterruptedException {
        requested.await();
        synchronized (this) {
            return exit;
        }
    }

    /**
     * Closes all parts once, within the stop time-out. This is the last step of the process. If a component has called
     * System.exit, its thread waits for this call to return. Then only parts that close quickly are closed.
     */
    @Override
    public void close() {
        Optional<String> exitCaller;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            exitCaller = exit == WorkerExit.ASKED ? exitCaller() : Optional.empty();
            if (exitCaller.isPresent()) {
                exit = WorkerExit.EXIT_CALLED;
            }
        }
        exitCaller.ifPresent(this::reportExitCall);
        long mostMillis =
                exitCaller.isPresent() ? Math.min(CLOSE_AFTER_EXIT_MILLIS, closeTimeoutMillis) : closeTimeoutMillis;
        requested.countDown();
        Thread closing = new Thread(this::closeParts, "millrace-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(Math.max(1, mostMillis));
            if (closing.isAlive()) {
                LOG.warn("not everything closed within {} ms", mostMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The code that has called System.exit, other than this process's main thread. A signal does not call it. */
    private Optional<String> exitCaller() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> calls(entry.getValue(), Runtime.class, "exit"))
                .filter(entry -> !calls(entry.getValue(), WorkerMain.class, "main"))
                .map(entry -> describe(entry.getKey()))
                .findFirst();
    }

    private static boolean calls(StackTraceElement[] stack, Class<?> type, String method) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getClassName().equals(type.getName())
                        && frame.getMethodName().equals(method));
    }

    private String describe(Thread caller) {
        return Optional.ofNullable(worker)
                .flatMap(running -> running.calleeOf(caller))
                .orElse("thread '" + caller.getName() + "' of a component");
    }

    private void reportExitCall(String caller) {
        String cause = caller + " called System.exit: it must throw an exception instead, see topology.on.error";
        LOG.error("this worker ends: {}", cause);
        writeFailure(cause);
        Thread last = new Thread(this::endInTime, "millrace-exit");
        last.setDaemon(true);
        last.start();
    }

    /** Ends the process although other shutdown hooks, which the component may have added, do not return. */
    private void endInTime() {
        try {
            TimeUnit.MILLISECONDS.sleep(2 * CLOSE_AFTER_EXIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(WorkerExit.EXIT_CALLED.code());
    }

    long createdNanos() {
        return createdNanos;
    }

    /** Returns the time from the start of the process to the creation of this object. */
    long jvmMillis() {
        return jvmMillis;
    }

    private void closeParts() {
        synchronized (parts) {
            partsClosed = true;
            parts.close();
        }
    }

    private void awaitEndOfInput() {
        try {
            InputStream in = System.in;
            while (in.read() >= 0) {
                // The parent never writes; only the end matters.
            }
        } catch (IOException e) {
            LOG.debug("standard input: {}", e.getMessage());
        }
        if (!isRequested()) {
            request("the supervisor has told this worker to end, or is gone");
        }
        try {
            // If main does not return, no other process would stop this one.
            TimeUnit.MILLISECONDS.sleep(2 * closeTimeoutMillis + 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    private static String oneLine(Throwable cause) {
        StringBuilder text = new StringBuilder();
        Throwable at = cause;
        for (int depth = 0; at != null && depth < LONGEST_CAUSE_CHAIN; depth++, at = at.getCause()) {
            String message = String.valueOf(at.getMessage()).lines().findFirst().orElse("");
            if (text.indexOf(message) < 0) {
                text.append(text.length() == 0 ? "" : ": ")
                        .append(
                                at.getClass().getName().startsWith("io.millrace.")
                                        ? ""
                                        : at.getClass().getSimpleName() + " ")
                        .append(message);
            }
        }
        return text.toString();
    }
}
