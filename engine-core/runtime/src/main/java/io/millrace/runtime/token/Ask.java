package io.millrace.runtime.token;

/**
 * What a source tells a target that gives it tokens.
 *
 * @param epoch since which tokens are counted; the tokens of earlier ones are void
 * @param number grows with each message of the epoch, from 1
 * @param granted the tokens of the epoch that it had got when it sent this
 * @param returned those of them that it has given back unused
 * @param waiting its tuples that waited for a token of any target
 * @param recall the number of the last recall that it has answered
 * @param headAgeMillis for how long the first of those tuples has waited
 */
public record Ask(long epoch, long number, long granted, long returned, long waiting, long recall, int headAgeMillis) {}
