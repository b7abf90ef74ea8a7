// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.evaluate;

/**
 * A hard rule that an assignment breaks.
 *
 * @param message one line that names the task, node or topology and the bound
 */
public record Violation(Rule rule, String message) {
    /** The hard rules of {@code tsched-1}. */
    public enum Rule {
        EVERY_TASK_PLACED,
        NODE_EXISTS,
        SLOT_EXISTS,
        ONE_TOPOLOGY_PER_SLOT,
        WORKERS_LIMIT,
        PIN,
        REGION,
        FORBIDDEN,
        SPREAD,
        CAPACITY
    }
}
