// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The thread in which a task's commits wait for the servers. It begins with the first commit. */
final class CommitThread implements Executor, AutoCloseable {

    private final ExecutorService commits;
    private volatile Thread thread;

    /** @param name of the thread */
    CommitThread(String name) {
        commits = Executors.newSingleThreadExecutor(command -> {
            Thread made = new Thread(command, name);
            made.setDaemon(true);
            thread = made;
            return made;
        });
    }

    @Override
    public void execute(Runnable commit) {
        commits.execute(commit);
    }

    /** Returns whether the caller is this thread. */
    boolean isCaller() {
        return Thread.currentThread() == thread;
    }

    /** A commit that is under way ends when its producer is closed. */
    @Override
    public void close() {
        commits.shutdown();
    }
}
