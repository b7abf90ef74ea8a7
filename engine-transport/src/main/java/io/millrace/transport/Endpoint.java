package io.millrace.transport;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** What all connections of one transport share. Counters may be touched by any thread. */
final class Endpoint {

    final TransportConfig config;
    final InboundHandler inbound;
    final LongSupplier clock;
    final ChunkPool pool;
    final InboundMemory memory;
    final SenderCounts senders;

    /** HELLOs that were said, to whomever. */
    final AtomicLong attempts = new AtomicLong();

    final AtomicLong accepted = new AtomicLong();
    final AtomicLong established = new AtomicLong();
    final AtomicLong receivedMessages = new AtomicLong();
    final AtomicLong receivedControls = new AtomicLong();
    final AtomicLong receivedBytes = new AtomicLong();
    final AtomicLong heldBytes = new AtomicLong();
    final CauseCounts<DropCause> drops = new CauseCounts<>(DropCause.class);
    final CauseCounts<RefusalCause> refusals = new CauseCounts<>(RefusalCause.class);
    final CauseCounts<CloseCause> closes = new CauseCounts<>(CloseCause.class);

    Endpoint(TransportConfig config, InboundHandler inbound, LongSupplier clock) {
        this.config = config;
        this.inbound = inbound;
        this.clock = clock;
        this.pool = new ChunkPool(config.chunkBytes(), config.outgoingMemoryBytes());
        this.senders = new SenderCounts(2 * config.maxPeers());
        this.memory = new InboundMemory(config.inboundMemoryBytes(), config.windowMinBytes());
    }

    TransportCounters counters() {
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
