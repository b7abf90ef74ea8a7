// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.util.Map;

/**
 * Counters of the receiving side of a {@link Transport}, and its memory. A snapshot.
 *
 * @param accepted inbound connections whose handshake was accepted
 * @param established accepted connections that are open now
 * @param outgoingBytes memory of all outgoing buffers in use
 * @param heldBytes received bytes that a handler has not released
 * @param inboundBytes bytes held or granted, which {@link TransportConfig.Memory#inboundMemoryBytes()} bounds
 * @param refusals handshakes that were refused here
 * @param closes why inbound connections ended
 */
public record TransportCounters(
        long accepted,
        long established,
        long receivedMessages,
        long receivedControls,
        long receivedBytes,
        long outgoingBytes,
        long heldBytes,
        long inboundBytes,
        Map<DropCause, Long> drops,
        Map<RefusalCause, Long> refusals,
        Map<CloseCause, Long> closes) {}
