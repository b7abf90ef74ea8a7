// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

/** The rule by which batches are spread over routes. */
public enum Spread {
    /** A batch goes where it is expected to arrive first. */
    FIRST_ARRIVAL,
    /** Routes take turns, as JetStream (Tudoran et al., FGCS 2016) has it. A baseline. */
    ROUND_ROBIN
}
