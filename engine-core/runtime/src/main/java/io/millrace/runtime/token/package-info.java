// SPDX-License-Identifier: Apache-2.0
/**
 * The tokens of the grouping {@code firstIdle}. A task that gets tuples by it has a
 * {@link io.millrace.runtime.token.TokenIssuer}, which gives one token for each message that the task can take now. A
 * task that sends has a {@link io.millrace.runtime.token.TokenHolder} for each component that it sends to. Both are
 * pure: their inputs are the messages that have come and the time, their outputs the messages to send. Each belongs to
 * the thread of its task.
 *
 * <p>All numbers of tokens are sums since the beginning of an epoch, so that a message that comes twice, or after a
 * later one, changes nothing.
 */
package io.millrace.runtime.token;
