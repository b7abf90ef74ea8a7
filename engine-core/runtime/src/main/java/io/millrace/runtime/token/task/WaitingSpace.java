// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.spill.SpillQueue;
import io.millrace.runtime.spill.SpillSpace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The space where the tuples of a worker wait for tokens. Any thread may call it. */
public final class WaitingSpace implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingSpace.class);

    private final String worker;
    private final WaitingMemory memory;

    /** The files; null if all tuples are in memory. */
    private final SpillSpace files;

    /**
     * @param worker name of the worker, for the log
     * @param files space of files; null if tuples wait in memory only
     */
    public WaitingSpace(String worker, Config config, SpillSpace files) {
        this.worker = worker;
        this.files = files;
        this.memory =
                new WaitingMemory(config.get(TopologyKeys.QUEUE_MEMORY) - (files == null ? 0 : files.memoryBytes()));
    }

    /** Returns the memory of tuples that are objects. */
    WaitingMemory memory() {
        return memory;
    }

    boolean hasFiles() {
        return files != null;
    }

    /**
     * Opens a queue for tuples that exceed the memory.
     *
     * @param wakeOwner action that runs in other threads when records can be polled or offered again
     * @return the queue; null if there is no memory for one, which is logged
     */
    SpillQueue open(String queue, Runnable wakeOwner) {
        try {
            return files.open(queue, wakeOwner);
        } catch (IllegalStateException e) {
            LOG.warn("worker {}: {}; what exceeds the memory does not go to files", worker, e.getMessage());
            return null;
        }
    }

    /** Removes the files. The executors have ended. */
    @Override
    public void close() {
        if (files != null) {
            files.close();
        }
    }
}
