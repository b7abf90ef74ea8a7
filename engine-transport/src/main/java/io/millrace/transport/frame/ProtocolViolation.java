package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;

/** What a peer sent breaks the protocol: the connection ends with this cause. Thrown and caught on the event loop. */
public final class ProtocolViolation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final CloseCause closeCause;

    public ProtocolViolation(CloseCause closeCause, String message) {
        super(message, null, false, false);
        this.closeCause = closeCause;
    }

    public CloseCause closeCause() {
        return closeCause;
    }
}
