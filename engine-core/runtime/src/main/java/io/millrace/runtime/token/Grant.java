package io.millrace.runtime.token;

/**
 * What a target tells a source.
 *
 * @param epoch the source's epoch that it counts by. If it is later than the source's own, the source must begin a later one
 * @param granted the tokens that it has given in this epoch
 * @param recall the number of its last recall, 0 before the first
 * @param recalled how many unused tokens that recall asks for
 * @param done the messages that came by tokens of this epoch and have been processed, as far as it is told; for sources that count what is lost
 */
public record Grant(long epoch, long granted, long recall, long recalled, long done) {}
