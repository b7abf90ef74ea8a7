// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;

/** An error in an HTTP answer. */
public record Problem(ClusterException.Reason reason, String message) {

    /** The message of a refusal with the status 401. */
    static final String WRONG_TOKEN =
            "the controller refuses the token: set controller.token to the controller's, or run on its machine"
                    + " as its user with the same controller.data.dir";

    /**
     * The message after the address: the client has only the token of changes, and does not send it with reads without
     * a demand.
     */
    static final String READS_NEED_TOKEN =
            " demands a token for reads: set controller.read.token or controller.ask.token, or rest.read.protected here"
                    + " too, which sends controller.token";

    /** The message of a refusal with the status 403. */
    static final String READS_ONLY =
            "controller.read.token is good for reads only: set controller.token to the controller's, or"
                    + " controller.ask.token to ask functions";

    /** The message to a client that does not encrypt. */
    static final String ENCRYPTED =
            "REST is encrypted here: set rest.tls.trusted to a file with the authority of its certificate, and ask by"
                    + " https";

    static int status(ClusterException.Reason reason) {
        return switch (reason) {
            case REFUSED -> 400;
            case NOT_FOUND -> 404;
            case NO_CLUSTER -> 503;
            case FAILED -> 500;
        };
    }
}
