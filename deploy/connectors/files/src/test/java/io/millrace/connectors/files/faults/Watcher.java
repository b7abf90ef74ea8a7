// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files.faults;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks again and again by a thread of its own. The thread is not interrupted, as that would close the files that it
 * writes.
 */
final class Watcher implements AutoCloseable {

    /** What is done each time. */
    interface Look {
        void look() throws Exception;
    }

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    Watcher(String name, long pauseMillis, Look look) {
        thread = new Thread(() -> watch(pauseMillis, look), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(long pauseMillis, Look look) {
        try {
            while (!closed.await(pauseMillis, TimeUnit.MILLISECONDS)) {
                look.look();
            }
        } catch (Exception e) {
            System.out.println(Thread.currentThread().getName() + " ends: " + e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
