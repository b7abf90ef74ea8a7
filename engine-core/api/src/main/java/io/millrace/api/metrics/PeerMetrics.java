// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.Map;

/**
 * Traffic between one worker and a worker on another node, since they first connected. The values are read one after
 * the other, so they are exact but not of the same instant.
 *
 * @param worker the worker that counts
 * @param peer the other worker
 * @param lastFailure why the latest attempt or connection failed, empty if none did
 * @param drops messages that did not arrive, or may not have arrived, by cause
 * @param refusals handshakes that the peer refused, by cause
 * @param closes connections that ended, by cause
 */
public record PeerMetrics(
        String worker,
        String peer,
        Figures<PeerFigure> figures,
        String lastFailure,
        Map<String, Long> drops,
        Map<String, Long> refusals,
        Map<String, Long> closes) {

    public long get(PeerFigure figure) {
        return figures.get(figure);
    }

    /** Whether tuples can be sent now. */
    public boolean connected() {
        return figures.is(PeerFigure.CONNECTED);
    }

    public double meanWriteBytes() {
        long writes = get(PeerFigure.WRITES);
        return writes == 0 ? 0 : (double) get(PeerFigure.SENT_BYTES) / writes;
    }

    /** Returns one line about a connection that is down. */
    String brokenLine() {
        String why = !lastFailure.isEmpty()
                ? lastFailure
                : get(PeerFigure.DIALS) == 0 ? "it was not dialled yet" : "it is being dialled";
        return "worker " + worker + " has no connection to worker " + peer + ": " + why;
    }
}
