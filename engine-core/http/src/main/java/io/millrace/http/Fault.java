// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

/** Why a server refuses a request without, or in spite of, its handler. */
public enum Fault {
    /** It is malformed, or does not name one host. */
    NOT_UNDERSTOOD(400, "this is no request of HTTP/1.1"),
    /** The first header of a connection did not end in time. */
    LATE_HEADER(408, "no complete header came in time"),
    LATE_BODY(408, "the announced body did not come in time"),
    BODY_TOO_LONG(413, "the body is too long"),
    LINE_TOO_LONG(414, "the request line is too long"),
    UNKNOWN_EXPECTATION(417, "only 100-continue may be expected"),
    HEADER_TOO_LONG(431, "the header is too long"),
    /** The end of the body is not known. */
    UNKNOWN_CODING(501, "send the body in chunks or with Content-Length");

    private final int status;
    private final String summary;

    Fault(int status, String summary) {
        this.status = status;
        this.summary = summary;
    }

    public int status() {
        return status;
    }

    /** Returns the fault in words that are the same for all requests. */
    public String summary() {
        return summary;
    }
}
