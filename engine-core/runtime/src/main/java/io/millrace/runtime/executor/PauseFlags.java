// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

/**
 * The flags by which an executor shows its paused tasks to processes of its node. Only the executor's thread calls it.
 */
@FunctionalInterface
public interface PauseFlags {

    /** A task was paused or resumed. */
    void paused(int task, boolean on);
}
