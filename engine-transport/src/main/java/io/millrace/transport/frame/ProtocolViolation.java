// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.CloseCause;

/** A peer broke the protocol: its connection is closed with this cause. Thrown and caught on the event loop. */
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
