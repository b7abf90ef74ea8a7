// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The fate of a message on which several engines have died. */
public enum DeadMessages {
    /** The message is emitted to the component's stream {@code dead}, and acked. */
    STREAM,
    /** The message is logged and acked. */
    LOG
}
