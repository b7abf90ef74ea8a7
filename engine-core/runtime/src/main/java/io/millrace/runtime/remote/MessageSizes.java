// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.remote;

import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.tuple.ServiceMessage;

/** Refuses messages that are too large. Stateless. */
final class MessageSizes {

    private MessageSizes() {}

    static int checked(ServiceMessage message, int length, int maxBytes) {
        if (length > maxBytes) {
            throw new CodecException("a message of " + length + " bytes (" + message.verb() + " of task "
                    + message.task() + ") is too large, the bound is " + maxBytes + ": raise "
                    + TopologyKeys.MESSAGE_MAX_BYTES.name() + " or use smaller values");
        }
        return length;
    }
}
