// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;

/**
 * Says what clients have failed at, without the secrets that they were made with, also after a file of one has changed.
 * Any thread may call.
 */
final class ClientErrors {

    private final String servers;

    /** No more is added. */
    private final Secrets secrets;

    ClientErrors(String servers, Secrets secrets) {
        this.servers = servers;
        this.secrets = secrets;
    }

    String servers() {
        return servers;
    }

    /** Makes what {@link KafkaErrors#failure} makes, without the author's secrets. */
    TopologyException failure(String what, Throwable cause, String then) {
        return secrets.hide(KafkaErrors.failure(what, cause, then));
    }
}
