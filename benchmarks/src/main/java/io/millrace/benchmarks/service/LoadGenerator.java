// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import com.sun.management.ThreadMXBean;
import io.millrace.benchmarks.machine.ResultLine;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The callers of a service, and what they measure. Every answer is checked. Used by one thread, which starts the
 * callers.
 */
final class LoadGenerator {

    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int DIGITS = 3;

    /** Below this the thread does not sleep any more until a time, but spins. */
    private static final long COARSE_NANOS = 200_000;

    private static final int ROUND = 64;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Service service;
    private final Cell cell;
    private final int warmUpSeconds;
    private final int seconds;
    private final Histogram latencies = new ConcurrentHistogram(MAX_NANOS, DIGITS);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean recording;
    private volatile boolean stopped;

    LoadGenerator(Service service, Cell cell, int warmUpSeconds, int seconds) {
        this.service = service;
        this.cell = cell;
        this.warmUpSeconds = warmUpSeconds;
        this.seconds = seconds;
    }

    ResultLine run() throws InterruptedException {
        service.number(service.ask(1).join());
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < cell.callers(); i++) {
            callers.add(new Caller(i));
        }
        callers.forEach(Thread::start);
        TimeUnit.SECONDS.sleep(warmUpSeconds);
        recording = true;
        Moment before = moment(callers);
        TimeUnit.SECONDS.sleep(seconds);
        Moment after = moment(callers);
        recording = false;
        stopped = true;
        for (Caller caller : callers) {
            caller.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException(cell.name() + " failed", failure.get());
        }
        return figures(before, after);
    }

    private ResultLine figures(Moment before, Moment after) {
        double elapsed = (after.nanos - before.nanos) / 1e9;
        double operations = Math.max(1, after.operations - before.operations);
        ResultLine line = new ResultLine();
        line.put("calls", operations / elapsed);
        line.put("callerBytes", (after.callerBytes - before.callerBytes) / operations);
        line.put("allBytes", (after.allBytes - before.allBytes) / operations);
        line.put("cores", after.cpu.minus(before.cpu).toNanos() / 1e9 / elapsed);
        if (cell.kind() == Cell.Kind.CALLING) {
            line.put("executorNanos", (after.executorNanos - before.executorNanos) / operations);
        }
        if (cell.timed()) {
            line.putMicros(latencies);
        }
        return line;
    }

    /** What has been counted up to a time. */
    private record Moment(
            long nanos, long operations, long callerBytes, long allBytes, Duration cpu, long executorNanos) {}

    private Moment moment(List<Caller> callers) {
        long[] ids = callers.stream().mapToLong(Thread::getId).toArray();
        return new Moment(
                System.nanoTime(),
                cell.counted()
                        ? service.taken()
                        : callers.stream().mapToLong(caller -> caller.done).sum(),
                allocated(ids),
                allocated(threads.getAllThreadIds()),
                cpu(),
                executorNanos());
    }

    /** The CPU time of the engine's executors in this process. */
    private long executorNanos() {
        return LongStream.of(threads.getAllThreadIds())
                .filter(id -> {
                    ThreadInfo info = threads.getThreadInfo(id);
                    return info != null && info.getThreadName().contains("-executor-");
                })
                .map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }

    private long allocated(long... ids) {
        // The count of a thread that has ended is -1
        return LongStream.of(threads.getThreadAllocatedBytes(ids))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    /** The CPU time of this process and all that it started. */
    private static Duration cpu() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** One of the threads that call. */
    private final class Caller extends Thread {

        private final int index;

        /** Operations that have ended. Written by this thread, or by who completes a request at a fixed rate. */
        private volatile long done;

        Caller(int index) {
            super("caller-" + index);
            this.index = index;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                switch (cell.kind()) {
                    case BLOCKING -> askOneByOne(false);
                    case SPINNING -> askOneByOne(true);
                    case OPEN -> askAtRate();
                    case ASKING -> askPipelined();
                    case OFFERING -> offer();
                    case CALLING -> {}
                }
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
            }
        }

        private void askOneByOne(boolean spinning) {
            for (long number = 0; !stopped; number++) {
                long asked = System.nanoTime();
                CompletableFuture<?> answer = service.ask(number);
                while (spinning && !answer.isDone()) {
                    Thread.onSpinWait();
                }
                check(answer.join(), number);
                record(asked);
                count();
            }
        }

        private void askAtRate() {
            long began = System.nanoTime();
            double interval = 1e9 / cell.perSecond();
            for (long i = 0; !stopped; i++) {
                long number = i;
                long intended = began + (long) (i * interval);
                sleepUntil(intended);
                service.ask(number).whenComplete((answer, cause) -> {
                    if (cause == null) {
                        record(intended);
                        check(answer, number);
                    } else {
                        failure.compareAndSet(null, cause);
                    }
                });
                count();
            }
        }

        private void askPipelined() {
            CompletableFuture<?>[] under = new CompletableFuture<?>[cell.pipelined()];
            for (long number = 0; !stopped; number++) {
                int slot = (int) (number % under.length);
                if (under[slot] != null) {
                    check(under[slot].join(), number - under.length);
                    count();
                }
                under[slot] = service.ask(number);
            }
        }

        private void offer() {
            Object[][] values = new Object[ROUND][];
            for (int i = 0; i < ROUND; i++) {
                values[i] = new Object[] {(long) index * ROUND + i};
            }
            for (int i = 0; !stopped; i = (i + 1) % ROUND) {
                while (!service.offer(values[i]) && !stopped) {
                    Thread.yield();
                }
            }
        }

        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        private void count() {
            done++;
        }
    }

    private void record(long since) {
        if (recording) {
            latencies.recordValue(Math.max(0, Math.min(MAX_NANOS, System.nanoTime() - since)));
        }
    }

    private void check(Object answer, long number) {
        if (service.number(answer) != 2 * number) {
            throw new IllegalStateException("the answer to " + number + " is " + service.number(answer));
        }
    }

    private static void sleepUntil(long nanoTime) {
        for (long left; (left = nanoTime - System.nanoTime()) > 0; ) {
            if (left > COARSE_NANOS) {
                LockSupport.parkNanos(left - COARSE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
