// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

/**
 * The message of a target to a source.
 *
 * @param epoch the source's epoch by which the target counts. If it is later than the source's own, the source must
 *     begin a later one
 * @param granted tokens that the target has given in this epoch
 * @param recall number of its last recall; 0 before the first
 * @param recalled number of unused tokens that the recall asks for
 * @param done number of messages that came by tokens of this epoch and have been processed, as far as it is reported;
 *     for sources that count lost messages
 */
public record Grant(long epoch, long granted, long recall, long recalled, long done) {}
