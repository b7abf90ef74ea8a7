// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.net.BindException;
import java.net.UnknownHostException;

/** The one-line error for a port that cannot be opened. */
public final class ListenFailure {

    private ListenFailure() {}

    public static ClusterException failed(
            String host, int port, ConfigKey<?> hostKey, ConfigKey<?> portKey, IOException cause) {
        String message;
        if (cause instanceof UnknownHostException) {
            message = hostKey.name() + " is '" + host + "': there is no such host";
        } else if (cause instanceof BindException
                && !String.valueOf(cause.getMessage()).contains("assign")) {
            message = "port " + port + " (" + portKey.name() + ") on " + host + " is in use or not permitted ("
                    + cause.getMessage() + "): stop what listens there or set another " + portKey.name();
        } else {
            message = "cannot listen on " + host + ":" + port + " (" + hostKey.name() + ", " + portKey.name() + "): "
                    + cause.getMessage();
        }
        return new ClusterException(Reason.FAILED, message, cause);
    }
}
