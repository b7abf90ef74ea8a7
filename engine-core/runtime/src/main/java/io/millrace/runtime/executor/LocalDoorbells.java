// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.link.ExecutorBell;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The doorbells of a worker that no other process reaches, a thread for each executor at first. */
public final class LocalDoorbells {

    private final List<ThreadDoorbell> threads;

    public LocalDoorbells(int executors) {
        threads = Stream.generate(ThreadDoorbell::new).limit(executors).toList();
    }

    /** Returns the doorbells of an executor, whose first thread has the same number. */
    public ExecutorBell of(int executor) {
        Moving bell = new Moving(executor);
        return new ExecutorBell(executor, threads.get(executor), bell, bell::moveTo);
    }

    /** The doorbell of the thread that runs an executor. */
    private final class Moving implements Doorbell {

        private volatile ThreadDoorbell present;

        Moving(int thread) {
            present = threads.get(thread);
        }

        /**
         * No wake-up is lost: the next thread looks for work before it waits, and whoever rang the former doorbell has
         * brought its work before.
         */
        void moveTo(int thread) {
            present = threads.get(thread);
            VarHandle.fullFence();
        }

        @Override
        public void prepareWait() {
            present.prepareWait();
        }

        @Override
        public void cancelWait() {
            present.cancelWait();
        }

        @Override
        public void await(long deadlineNanos) {
            present.await(deadlineNanos);
        }

        @Override
        public void ring() {
            // The caller's work must be visible before this reads which thread runs the executor
            VarHandle.fullFence();
            present.ring();
        }

        @Override
        public boolean isWaiting() {
            return present.isWaiting();
        }

        /** Returns null. */
        @Override
        public Path path() {
            return null;
        }

        @Override
        public void close() {
            present.close();
        }
    }
}
