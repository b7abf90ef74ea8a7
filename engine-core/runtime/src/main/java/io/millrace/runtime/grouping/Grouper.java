// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

/** Chooses among the tasks of one subscribed component. There is one per source task and subscription. */
public interface Grouper {

    /** Adds the tasks that get a tuple with these values. */
    void choose(Object[] values, TargetList targets);

    /** Returns whether the choice depends on this value. */
    default boolean reads(int field) {
        return true;
    }
}
