// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.process;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the parts of a process in reverse order of their start: when it ends, or when a later part fails to start. One
 * thread at a time.
 */
public final class Closer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Closer.class);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warn("while closing", e);
            }
        }
    }
}
