package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;

/** What a peer sent breaks the protocol: the connection ends with this cause. Thrown and caught on the event loop. */
final class ProtocolViolation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final CloseCause closeCause;

    ProtocolViolation(CloseCause closeCause, String message) {
        super(message, null, false, false);
        this.closeCause = closeCause;
    }

    CloseCause closeCause() {
        return closeCause;
    }
}
