// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.CloseCause;
import io.millrace.transport.DropCause;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.TransportCounters;
import io.millrace.transport.frame.ChunkPool;
import io.millrace.transport.frame.FrameDescriptor;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** The state that all connections of one transport share. Counters may be touched by any thread. */
public final class Endpoint {

    public final TransportConfig config;
    final InboundHandler inbound;
    public final LongSupplier clock;
    public final ChunkPool pool;
    public final InboundMemory memory;
    public final SenderCounts senders;

    /** HELLOs sent so far, to all peers. */
    public final AtomicLong attempts = new AtomicLong();

    /** A random number that tells this process apart from others with the same epoch. */
    public final long process;

    private final RandomGenerator random;

    public final AtomicLong accepted = new AtomicLong();

    /** The number of the connection that was accepted last. */
    final AtomicLong connections = new AtomicLong();

    public final AtomicLong established = new AtomicLong();
    final AtomicLong receivedMessages = new AtomicLong();
    final AtomicLong receivedControls = new AtomicLong();
    final AtomicLong receivedBytes = new AtomicLong();
    public final AtomicLong heldBytes = new AtomicLong();
    public final CauseCounts<DropCause> drops = new CauseCounts<>(DropCause.class);
    public final CauseCounts<RefusalCause> refusals = new CauseCounts<>(RefusalCause.class);
    public final CauseCounts<CloseCause> closes = new CauseCounts<>(CloseCause.class);

    public Endpoint(TransportConfig config, InboundHandler inbound, LongSupplier clock) {
        this(config, inbound, clock, new SecureRandom());
    }

    /** @param random makes the nonces, of which no two handshakes may have the same */
    public Endpoint(TransportConfig config, InboundHandler inbound, LongSupplier clock, RandomGenerator random) {
        this.random = random;
        this.process = random.nextLong();
        this.config = config;
        this.inbound = inbound;
        this.clock = clock;
        this.pool = new ChunkPool(config.chunkBytes(), config.memory().outgoingMemoryBytes());
        this.senders = new SenderCounts(2 * config.limits().maxPeers());
        this.memory = new InboundMemory(
                config.memory().inboundMemoryBytes(), config.memory().windowMinBytes());
    }

    /** Returns a random number for one handshake. Any thread. */
    public byte[] nonce() {
        byte[] nonce = new byte[FrameDescriptor.NONCE_BYTES];
        random.nextBytes(nonce);
        return nonce;
    }

    public TransportCounters counters() {
        return new TransportCounters(
                accepted.get(),
                established.get(),
                receivedMessages.get(),
                receivedControls.get(),
                receivedBytes.get(),
                pool.usedBytes(),
                heldBytes.get(),
                memory.usedBytes(),
                drops.snapshot(),
                refusals.snapshot(),
                closes.snapshot());
    }
}
