// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Java's own: a pool of a thread per processor with a queue; for what is offered one thread with a bounded queue. */
public final class ExecutorServiceEngine implements ServiceEngine {

    static final String EXECUTOR = "executor";

    /** The number that may wait for a fed spout's task. */
    private static final int ROOM = 4096;

    @Override
    public List<String> names() {
        return List.of(EXECUTOR);
    }

    @Override
    public Service start(String name, Cell cell) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new Running(
                new ThreadPoolExecutor(processors, processors, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()),
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(ROOM)));
    }

    private static final class Running implements Service {

        private final ThreadPoolExecutor answering;
        private final ThreadPoolExecutor counting;
        private final AtomicLong taken = new AtomicLong();

        Running(ThreadPoolExecutor answering, ThreadPoolExecutor counting) {
            this.answering = answering;
            this.counting = counting;
        }

        @Override
        public CompletableFuture<?> ask(long number) {
            return CompletableFuture.supplyAsync(() -> 2 * number, answering);
        }

        @Override
        public long number(Object answer) {
            return (Long) answer;
        }

        @Override
        public boolean offer(Object[] values) {
            if (counting.getQueue().remainingCapacity() == 0) {
                return false;
            }
            try {
                counting.execute(() -> taken.setOpaque(taken.getPlain() + values.length));
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        }

        @Override
        public long taken() {
            return taken.get();
        }

        @Override
        public void close() {
            answering.shutdownNow();
            counting.shutdownNow();
        }
    }
}
