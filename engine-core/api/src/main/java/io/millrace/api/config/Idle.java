// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The behaviour of an executor's thread without work: {@link TopologyKeys#IDLE}. */
public enum Idle {
    /** The thread looks for work again and again: the lowest latency, for all of a core per executor. */
    SPIN,

    /** The thread waits at once until it is woken, or until the next known time. */
    PARK
}
