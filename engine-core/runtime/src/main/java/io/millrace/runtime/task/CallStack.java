// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

/** The calls of components that an executor's thread is in. Only that thread calls it, but for {@link #isCaller}. */
public interface CallStack {

    /** Returns whether the calling thread is the one that calls the components. Any thread may call it. */
    boolean isCaller();

    /** A call of a task's component begins. The return value must be passed to {@link #leave}. */
    long enter(int task);

    /** The call that began last has returned or thrown. */
    void leave(long before);

    /**
     * Goes one level deeper into direct hand-over. Returns false if the bound is reached or the executor is about to
     * end; then {@code ascend} must not be called.
     */
    boolean descend();

    void ascend();
}
