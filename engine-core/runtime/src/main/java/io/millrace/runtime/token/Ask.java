// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

/**
 * The message of a source to a target that gives it tokens.
 *
 * @param epoch epoch since which tokens are counted; the tokens of earlier epochs are void
 * @param number number that grows with each message of the epoch, from 1
 * @param granted tokens of the epoch that the source had got when it sent this
 * @param returned granted tokens that it has given back unused
 * @param waiting number of its tuples that waited for a token of any target
 * @param recall number of the last recall that it has answered
 * @param headAgeMillis time for which the first of those tuples has waited
 */
public record Ask(long epoch, long number, long granted, long returned, long waiting, long recall, int headAgeMillis) {}
