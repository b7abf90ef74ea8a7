package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;

/** An error in an HTTP answer. */
public record Problem(ClusterException.Reason reason, String message) {

    static int status(ClusterException.Reason reason) {
        return switch (reason) {
            case REFUSED -> 400;
            case NOT_FOUND -> 404;
            case NO_CLUSTER -> 503;
            case FAILED -> 500;
        };
    }
}
