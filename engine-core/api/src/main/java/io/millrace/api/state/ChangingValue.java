// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

/**
 * A value of a {@link ValueState} that is changed in place, after {@link ValueState#change}, instead of being replaced:
 * without an allocation, or a check of its contents, for each change. Snapshots contain its {@link #content}, which the
 * state has after a restore: make the object from the content then, and set it.
 *
 * <p>If the state has not changed since a snapshot to which the topology goes back, the object itself may come to the
 * next instance of the component: it must not refer to the former instance, or must replace such references.
 */
public interface ChangingValue {

    /**
     * Returns another object of the same content. Called before the first change after a snapshot has begun, as the
     * snapshot still reads this one.
     */
    ChangingValue copy();

    /**
     * Returns the content, which snapshots write as any other value. Also called by a thread of the engine, while the
     * object does not change; the call must not change the object.
     */
    Object content();
}
