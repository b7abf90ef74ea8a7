// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills engines that take too long or too much memory, on a thread of its own. The task's thread adds and removes them.
 */
final class EngineWatch implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(EngineWatch.class);
    private static final long LOOK_NANOS = EngineScaler.LOOK_NANOS;

    private final List<EngineThread> engines = new CopyOnWriteArrayList<>();
    private final LongSupplier clock;
    private final Thread thread;
    private volatile Runnable atEachLook = () -> {};
    private volatile boolean closed;

    EngineWatch(String name, LongSupplier clock) {
        this.clock = clock;
        this.thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Sets an action that is run in the interval of looks, on the watch's thread. */
    void atEachLook(Runnable action) {
        atEachLook = action;
    }

    void add(EngineThread engine) {
        engines.add(engine);
    }

    void remove(EngineThread engine) {
        engines.remove(engine);
    }

    @Override
    public void run() {
        while (!closed) {
            look();
            try {
                atEachLook.run();
            } catch (EngineStopped e) {
                // The task is closed
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Looks at each engine once. */
    void look() {
        long now = clock.getAsLong();
        for (EngineThread engine : engines) {
            try {
                engine.look(now);
            } catch (EngineStopped e) {
                // The task is closed
            } catch (RuntimeException e) {
                LOG.error("engine {} cannot be watched now", engine, e);
            }
        }
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
