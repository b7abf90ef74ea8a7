// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException.Reason;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A request that no handler sees. It carries the reply. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private Refusal(int status, Reason reason, String message, Map<String, String> headers) {
        super(message, null, false, false);
        this.reply = Reply.error(status, new Problem(reason, message), headers);
    }

    Reply reply() {
        return reply;
    }

    static Refusal of(int status, String message) {
        return new Refusal(status, Reason.REFUSED, message, Map.of());
    }

    /** @param cause the error of the codec */
    static Refusal notUnderstood(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return of(414, "the request line is longer than " + HttpLimits.LINE_BYTES + " bytes");
        }
        if (cause instanceof TooLongFrameException) {
            return of(431, "the header is longer than " + HttpLimits.HEADER_BYTES + " bytes");
        }
        return of(400, "not understood: " + cause.getMessage());
    }

    static Refusal unknown(String path) {
        return new Refusal(404, Reason.NOT_FOUND, "there is no " + path + " here", Map.of());
    }

    static Refusal wrongMethod(String path, String method, String allowed) {
        return new Refusal(405, Reason.REFUSED, path + " does not take " + method, Map.of("Allow", allowed));
    }

    static Refusal wrongToken(String scheme) {
        return new Refusal(401, Reason.REFUSED, Problem.WRONG_TOKEN, Map.of("WWW-Authenticate", scheme));
    }

    static Refusal readsOnly() {
        return of(403, Problem.READS_ONLY);
    }

    /** Returns the refusal of a client that does not encrypt where others do. */
    static Refusal plain() {
        return of(400, Problem.ENCRYPTED);
    }

    static Refusal tooLong(long mostBytes) {
        return of(413, "request body is longer than " + mostBytes + " bytes");
    }

    static Refusal lateHeader(long nanos) {
        return of(408, "no complete header came within " + seconds(nanos));
    }

    static Refusal lateBody(long nanos) {
        return of(
                408,
                "the announced body did not come: send " + HttpLimits.BODY_STEP_BYTES + " bytes or the rest within "
                        + seconds(nanos));
    }

    private static String seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
    }

    static Refusal unknownCoding(String coding) {
        return of(
                501,
                "Transfer-Encoding: " + coding + " is not supported: send the body in chunks or with Content-Length");
    }

    /** Returns a refusal after which the client tries again, as if there were no controller. */
    static Refusal busy() {
        return new Refusal(503, Reason.NO_CLUSTER, "this daemon has too many requests to answer: try again", Map.of());
    }
}
