// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/**
 * The pause before a failed action is tried again: the first after one failure, then twice as long after each, up to
 * the longest. Both are in the same unit. Public for the engine and connectors only.
 */
public record Backoff(long first, long longest) {

    /**
     * Returns the pause after so many failures in a row.
     *
     * @param failures the number of failures; 0 needs no pause
     */
    public long after(long failures) {
        long mostDoublings = Long.numberOfLeadingZeros(first) - 1;
        return failures <= 0 ? 0 : Math.min(longest, first << Math.min(failures - 1, mostDoublings));
    }
}
