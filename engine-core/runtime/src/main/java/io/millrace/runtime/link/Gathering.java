// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

/**
 * A link that gathers some of its tuples, and registers with its {@link Paths}. Tuples that are offered later follow
 * the gathered ones in any case.
 */
interface Gathering {

    /**
     * Hands over the gathered tuples.
     *
     * @param ring whether the source's doorbell is to ring when another try makes sense
     * @return false if some tuples wait for room
     */
    boolean handOver(boolean ring);
}
