package io.millrace.cluster.worker;

import io.millrace.api.config.Config;
import io.millrace.api.config.ErrorPolicy;
import io.millrace.cluster.ClusterKeys;
import io.millrace.cluster.Startup;
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
 * How a worker process ends, for whichever reason comes first: signal, failure, nothing to do any more, its parent's
 * death. Any thread may call; the first reason counts. What takes too long to close is left behind, as the supervisor
 * removes it anyway.
 */
final class Ending implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);
    private static final int LONGEST_CAUSE_CHAIN = 10;

    private final Path directory;
    private final long closeMostMillis;
    private final Startup parts = new Startup();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final long madeNanos = System.nanoTime();
    private final long jvmMillis;

    /** Guarded by parts. */
    private boolean partsClosed;

    /** Guarded by this. */
    private WorkerExit exit = WorkerExit.ASKED;

    private boolean closed;

    Ending(Path directory, Config config) {
        this.directory = directory;
        this.closeMostMillis = config.get(ClusterKeys.WORKER_STOP_TIMEOUT).toMillis();
        this.jvmMillis = ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> System.currentTimeMillis() - start.toEpochMilli())
                .orElse(0L);
    }

    /** Closes this when the process ends; at once if it is ending already. */
    <T extends AutoCloseable> T add(T part) {
        synchronized (parts) {
            parts.add(part);
            if (partsClosed) {
                parts.close();
            }
            return part;
        }
    }

    /** Ends the process when its standard input does: the process that started it holds the other end of the pipe. */
    void withStandardInput() {
        Thread thread = new Thread(this::readToTheEnd, "millrace-parent");
        thread.setDaemon(true);
        thread.start();
    }

    /** The worker cannot go on. The process ends also if there is no memory left to say why. */
    void failed(Throwable cause) {
        synchronized (this) {
            if (closed || exit != WorkerExit.ASKED) {
                return;
            }
            exit = exitAfter(cause);
        }
        try {
            LOG.error("this worker cannot go on", cause);
            leaveNote(cause);
        } finally {
            asked.countDown();
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

    private void leaveNote(Throwable cause) {
        try {
            Path partial = directory.resolve(LaunchSpec.FAILURE_FILE + ".part");
            Files.write(partial, Json.write(new FailureNote(oneLine(cause), exit.code())));
            Files.move(partial, directory.resolve(LaunchSpec.FAILURE_FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("cannot leave a note of it: {}", e.getMessage());
        }
    }

    /** There is nothing to do here any more. */
    void unwanted(String why) {
        LOG.info("ending: {}", why);
        asked.countDown();
    }

    /** Waits until there is a reason to end. */
    WorkerExit await() throws InterruptedException {
        asked.await();
        synchronized (this) {
            return exit;
        }
    }

    /** Closes everything, once, within the stop time-out; the process's last act. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        asked.countDown();
        Thread closing = new Thread(this::closeParts, "millrace-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(Math.max(1, closeMostMillis));
            if (closing.isAlive()) {
                LOG.warn("not everything closed within {} ms", closeMostMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    long madeNanos() {
        return madeNanos;
    }

    /** From the start of the process to the making of this. */
    long jvmMillis() {
        return jvmMillis;
    }

    private void closeParts() {
        synchronized (parts) {
            partsClosed = true;
            parts.close();
        }
    }

    private void readToTheEnd() {
        try {
            InputStream in = System.in;
            while (in.read() >= 0) {
                // Nothing is ever written; only the end counts.
            }
        } catch (IOException e) {
            LOG.debug("standard input: {}", e.getMessage());
        }
        unwanted("the process that started this worker is gone");
        try {
            // If main does not get to its end, nobody is left who would stop this process.
            TimeUnit.MILLISECONDS.sleep(2 * closeMostMillis + 1_000);
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
