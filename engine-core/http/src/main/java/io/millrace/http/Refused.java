// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.concurrent.TimeUnit;

/** A request that the server refuses. The message is one line. */
final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Fault fault;

    Refused(Fault fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }

    /** @param cause the error of the codec */
    static Refused notUnderstood(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return new Refused(
                    Fault.LINE_TOO_LONG, "the request line is longer than " + HttpLimits.LINE_BYTES + " bytes");
        }
        if (cause instanceof TooLongFrameException) {
            return new Refused(
                    Fault.HEADER_TOO_LONG, "the header is longer than " + HttpLimits.HEADER_BYTES + " bytes");
        }
        return new Refused(Fault.NOT_UNDERSTOOD, "not understood: " + cause.getMessage());
    }

    static Refused tooLong(long mostBytes) {
        return new Refused(Fault.BODY_TOO_LONG, "request body is longer than " + mostBytes + " bytes");
    }

    static Refused lateHeader(long nanos) {
        return new Refused(Fault.LATE_HEADER, "no complete header came within " + seconds(nanos));
    }

    static Refused lateBody(long nanos) {
        return new Refused(
                Fault.LATE_BODY,
                "the announced body did not come: send " + HttpLimits.BODY_STEP_BYTES + " bytes or the rest within "
                        + seconds(nanos));
    }

    private static String seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
    }
}
