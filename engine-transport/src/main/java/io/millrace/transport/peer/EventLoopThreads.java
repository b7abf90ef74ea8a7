// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes the threads of one transport, and can wait until the last of them has ended. */
public final class EventLoopThreads extends DefaultThreadFactory {

    private final List<Thread> made = new CopyOnWriteArrayList<>();

    public EventLoopThreads(String name) {
        super(name, true);
    }

    @Override
    protected Thread newThread(Runnable task, String name) {
        Thread thread = super.newThread(task, name);
        made.add(thread);
        return thread;
    }

    public boolean contains(Thread thread) {
        return made.contains(thread);
    }

    /** Whether all threads have ended within the time. Netty's own future completes before its threads have ended. */
    public boolean join(long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        boolean interrupted = false;
        for (Thread thread : made) {
            long left;
            while (thread.isAlive() && (left = (deadline - System.nanoTime()) / 1_000_000) > 0) {
                try {
                    thread.join(left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return made.stream().noneMatch(Thread::isAlive);
    }
}
