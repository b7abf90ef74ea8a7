// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.error.TopologyException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Says in one line what has failed, where, why, and what to do. */
final class KafkaErrors {

    private KafkaErrors() {}

    /**
     * @param what has failed, and where
     * @param then what the connector does about it
     */
    static TopologyException failure(String what, Throwable cause, String then) {
        Throwable root = root(cause);
        return new TopologyException(what + " (" + reason(root) + "): " + then + "; " + remedy(root), root);
    }

    /** Returns what the client wraps. */
    static Throwable root(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null
                && (root instanceof ExecutionException
                        || root instanceof CompletionException
                        || root.getClass() == KafkaException.class)) {
            root = root.getCause();
        }
        return root;
    }

    private static String reason(Throwable root) {
        String message =
                root.getMessage() == null ? "" : root.getMessage().strip().replaceAll("\\s*\\R\\s*", " ") + ", ";
        return message + root.getClass().getSimpleName();
    }

    private static String remedy(Throwable root) {
        if (root instanceof AuthorizationException) {
            return "allow it to the user of the client by an ACL";
        }
        if (root instanceof AuthenticationException) {
            return "check security.protocol and the credentials among the properties";
        }
        if (root instanceof ConfigException) {
            return "correct this property";
        }
        if (root instanceof InvalidTopicException) {
            return "correct the topic's name";
        }
        if (root instanceof UnknownTopicOrPartitionException) {
            return "create the topic, or correct its name";
        }
        if (root instanceof RecordTooLargeException) {
            return "raise max.message.bytes of the topic, or write smaller records";
        }
        if (isFenced(root)) {
            return "an instance that was started later writes instead of this one";
        }
        if (root instanceof TimeoutException || root instanceof java.util.concurrent.TimeoutException) {
            return "check that the servers are up, and reachable from this node";
        }
        return "see the logs of the servers";
    }

    /** Returns whether another instance has taken over the transactional id. */
    static boolean isFenced(Throwable error) {
        Throwable root = root(error);
        return root instanceof ProducerFencedException || root instanceof InvalidProducerEpochException;
    }
}
