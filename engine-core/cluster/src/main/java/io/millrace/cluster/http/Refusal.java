// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException.Reason;
import java.util.Map;

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

    /** Returns a refusal after which the client tries again, as if there were no controller. */
    static Refusal busy() {
        return new Refusal(503, Reason.NO_CLUSTER, "this daemon has too many requests to answer: try again", Map.of());
    }
}
