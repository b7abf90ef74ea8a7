// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The reaction when a component throws. The tuple that it processed fails in any case. */
public enum ErrorPolicy {
    /** The component is called with the next tuple. */
    FAIL_TUPLE,
    /** The worker closes its components, ends and is started again. */
    RESTART_WORKER,
    /** The topology ends as failed, with the cause. */
    KILL_TOPOLOGY
}
