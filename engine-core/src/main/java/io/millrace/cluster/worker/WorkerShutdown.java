package io.millrace.cluster.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.process.Closer;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.task.TaskFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

    private final Path directory;
    private final long closeTimeoutMillis;
    private final Closer parts = new Closer();
    private final CountDownLatch requested = new CountDownLatch(1);
    private final long createdNanos = System.nanoTime();
    private final long jvmMillis;

    /** Guarded by {@link #parts}. */
    private boolean partsClosed;

    /** Guarded by this. */
    private WorkerExit exit = WorkerExit.ASKED;

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

    /** Shuts down at the end of standard input: the process that started this one holds the other end of the pipe. */
    void atEndOfInput() {
        Thread thread = new Thread(this::awaitEndOfInput, "millrace-parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** The worker has failed. The process ends even if no memory is left to write the report. */
    void failed(Throwable cause) {
        synchronized (this) {
            if (closed || exit != WorkerExit.ASKED) {
                return;
            }
            exit = exitAfter(cause);
        }
        try {
            LOG.error("this worker has failed", cause);
            writeFailure(cause);
        } finally {
            requested.countDown();
        }
    }

    private static WorkerExit exitAfter(Throwable cause) {
        ErrorPolicy policy = cause instanceof TaskFailure failure ? failure.policy() : ErrorPolicy.FAIL_TUPLE;
        return switch (policy) {
            case FAIL_TUPLE ->
                cause instanceof OutOfMemoryError || cause.getCause() instanceof OutOfMemoryError
                        ? WorkerExit.OUT_OF_MEMORY
                        : WorkerExit.FAILED;
            case RESTART_WORKER -> WorkerExit.RESTART;
            case KILL_TOPOLOGY -> WorkerExit.KILL_TOPOLOGY;
        };
    }

    private void writeFailure(Throwable cause) {
        try {
            Path partial = directory.resolve(LaunchSpec.FAILURE_FILE + ".part");
            Files.write(partial, Json.write(new WorkerFailure(oneLine(cause), exit.code())));
            Files.move(partial, directory.resolve(LaunchSpec.FAILURE_FILE), StandardCopyOption.ATOMIC_MOVE);
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

    /** Closes all parts once, within the stop time-out. This is the last step of the process. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        requested.countDown();
        Thread closing = new Thread(this::closeParts, "millrace-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(Math.max(1, closeTimeoutMillis));
            if (closing.isAlive()) {
                LOG.warn("not everything closed within {} ms", closeTimeoutMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long createdNanos() {
        return createdNanos;
    }

    /** Time from the start of the process to the creation of this object. */
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
                // Nothing is ever written; only the end matters.
            }
        } catch (IOException e) {
            LOG.debug("standard input: {}", e.getMessage());
        }
        request("the process that started this worker is gone");
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
