// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

/** Runs actions that may block, in turn: reads and writes of stores and of the pointer. Any thread may call it. */
public interface Background {

    /** Runs an action at some time. It must throw no exception. */
    void run(Runnable work);
}
