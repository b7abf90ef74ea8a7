package io.millrace.transport.geo;

/** How batches are spread over routes. */
public enum Spread {
    /** A batch goes where it is expected to arrive first. */
    FIRST_ARRIVAL,
    /** Routes take turns, as JetStream (Tudoran et al., FGCS 2016) has it. A baseline. */
    ROUND_ROBIN
}
