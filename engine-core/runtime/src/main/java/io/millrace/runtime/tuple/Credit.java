// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

/**
 * Credit of a sender, or room in front of a task, that a tuple holds while it waits. It is returned when the tuple
 * leaves its inbox.
 */
@FunctionalInterface
public interface Credit {

    void release();
}
