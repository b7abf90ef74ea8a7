// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.time.Duration;
import java.util.Objects;

/**
 * The configuration of {@code TcpTransport.start}. Make one with {@link #builder}; the defaults are right for most.
 *
 * @param tls certificates for encryption between nodes, or null for plain connections (null)
 */
public record TransportConfig(
        Identity identity,
        Sockets sockets,
        Messages messages,
        Memory memory,
        Limits limits,
        Times times,
        TlsSettings tls) {

    /**
     * The identity of this worker.
     *
     * @param cluster peers of another cluster are refused
     * @param topology peers of another topology are refused
     * @param secret the submission's secret: peers that do not prove that they know it are refused
     * @param epoch the incarnation of the worker: a restarted worker needs a higher epoch
     */
    public record Identity(String cluster, String topology, LinkSecret secret, String workerId, long epoch) {}

    /**
     * Sockets and their threads.
     *
     * @param host the address to listen on: a name or a literal
     * @param port the port to listen on, 0 for a free one
     * @param threads event-loop threads (1)
     * @param nativeTransport epoll where the JVM permits it without a warning (true), otherwise NIO
     * @param unsentSocketBytes how much may wait unsent in the kernel ahead of the priority lane (256 KiB; epoll only)
     * @param congestion TCP's congestion control on these connections, such as cubic; empty for the kernel's choice
     *     (empty; epoll only)
     */
    public record Sockets(
            String host, int port, int threads, boolean nativeTransport, int unsentSocketBytes, String congestion) {}

    /**
     * Settings of how messages are sent.
     *
     * @param frameBytes largest frame (64 KiB); larger messages are fragmented
     * @param messageMaxBytes largest message (64 MiB)
     * @param quantumBytes what a channel may send in its turn while others wait (16 KiB)
     * @param latencyBudget what the way between two nodes may add (1 ms): a writer that small batches keep busy waits
     *     up to a tenth of this time for more to write; zero for never
     */
    public record Messages(int frameBytes, int messageMaxBytes, int quantumBytes, Duration latencyBudget) {}

    /**
     * Bounds of the bytes in flight and in buffers.
     *
     * @param windowMinBytes what a channel may have in flight at least, and at first (256 KiB)
     * @param windowMaxBytes what a channel may have in flight at most (64 MiB)
     * @param channelBufferBytes outgoing buffer of one channel (1 MiB); a larger message is taken if the buffer is
     *     empty
     * @param controlBufferBytes outgoing buffer of a peer's priority lane (1 MiB)
     * @param outgoingMemoryBytes all outgoing buffers together (256 MiB); a channel whose buffer is empty gets room
     *     beyond it
     * @param inboundMemoryBytes what all channels of all peers may hold or be granted together (256 MiB); every channel
     *     has {@code windowMinBytes} of it for its own, and one message that arrives in fragments may exceed it
     */
    public record Memory(
            int windowMinBytes,
            int windowMaxBytes,
            int channelBufferBytes,
            int controlBufferBytes,
            long outgoingMemoryBytes,
            long inboundMemoryBytes) {}

    /**
     * Bounds of the number of peers and channels.
     *
     * @param maxPeers workers that may connect (1024)
     * @param maxChannels channels that one peer may open (65,536)
     */
    public record Limits(int maxPeers, int maxChannels) {}

    /**
     * Intervals, time-outs and pauses.
     *
     * @param heartbeat how often a peer is pinged (500 ms)
     * @param idleTimeout when silence means that the peer is gone (10 s)
     * @param handshakeTimeout for the handshake (5 s), and for connecting before it, which takes 2 s at most
     * @param reconnectMin first back-off after a failed attempt (50 ms)
     * @param reconnectMax longest back-off (1 s)
     */
    public record Times(
            Duration heartbeat,
            Duration idleTimeout,
            Duration handshakeTimeout,
            Duration reconnectMin,
            Duration reconnectMax) {}

    private static final int MAX_NAME_CHARS = 255;
    private static final int KIB = 1024;
    private static final int MIB = 1024 * 1024;
    private static final String CONGESTION_NAME = "[a-z0-9_-]{0,15}";

    public TransportConfig {
        name("transport.host", sockets.host);
        name("cluster id", identity.cluster);
        name("topology id", identity.topology);
        name("worker id", identity.workerId);
        if (identity.secret == null) {
            throw new IllegalArgumentException("topology '" + identity.topology
                    + "' has no secret for connections between workers, as an earlier version made none: kill it and submit"
                    + " it again");
        }
        within("transport.port", sockets.port, 0, 65_535);
        within("transport.threads", sockets.threads, 1, 128);
        int frameBytes = messages.frameBytes;
        within("transport.frame.bytes", frameBytes, 4 * KIB, 64 * KIB);
        within("transport.message.max.bytes", messages.messageMaxBytes, KIB, 1024L * MIB);
        within("transport.window.min.bytes", memory.windowMinBytes, 4L * frameBytes, 1024L * MIB);
        within("transport.window.max.bytes", memory.windowMaxBytes, memory.windowMinBytes, 1024L * MIB);
        within("transport.channel.buffer.bytes", memory.channelBufferBytes, frameBytes, 1024L * MIB);
        within("transport.control.buffer.bytes", memory.controlBufferBytes, frameBytes, 1024L * MIB);
        within(
                "transport.outgoing.memory.bytes",
                memory.outgoingMemoryBytes,
                memory.channelBufferBytes,
                Long.MAX_VALUE);
        within("transport.inbound.memory.bytes", memory.inboundMemoryBytes, 4L * memory.windowMinBytes, Long.MAX_VALUE);
        within("transport.quantum.bytes", messages.quantumBytes, KIB, frameBytes);
        within("transport.unsent.socket.bytes", sockets.unsentSocketBytes, frameBytes, 1024L * MIB);
        Objects.requireNonNull(sockets.congestion, "transport.congestion");
        if (!sockets.congestion.matches(CONGESTION_NAME)) {
            throw new IllegalArgumentException("transport.congestion is '" + sockets.congestion
                    + "': it must have at most 15 small letters, digits, '_' or '-', or be empty");
        }
        within("transport.peers.max", limits.maxPeers, 1, 1 << 20);
        within("transport.channels.max", limits.maxChannels, 1, 1 << 24);
        Objects.requireNonNull(messages.latencyBudget, "transport.latency.budget");
        within("transport.latency.budget (nanoseconds)", messages.latencyBudget.toNanos(), 0, 1_000_000_000L);
        longer("transport.heartbeat", times.heartbeat, "0", Duration.ZERO);
        longer("transport.idle.timeout", times.idleTimeout, "2 x transport.heartbeat", times.heartbeat.multipliedBy(2));
        longer("transport.handshake.timeout", times.handshakeTimeout, "0", Duration.ZERO);
        longer("transport.reconnect.min", times.reconnectMin, "0", Duration.ZERO);
        longer("transport.reconnect.max", times.reconnectMax, "transport.reconnect.min", times.reconnectMin);
    }

    /**
     * The largest record, and the unit in which outgoing memory is taken: two fit a frame, so a frame is never empty.
     */
    public int chunkBytes() {
        return messages.frameBytes / 2 & ~63;
    }

    /** Largest message of the priority lane: a record's head and the target task come on top of it. */
    public int controlMaxBytes() {
        return chunkBytes() - 2 * Integer.BYTES;
    }

    public static Builder builder(String cluster, String topology, String workerId, long epoch) {
        return new Builder(cluster, topology, workerId, epoch);
    }

    private static void name(String what, String value) {
        Objects.requireNonNull(value, what);
        if (value.isBlank() || value.length() > MAX_NAME_CHARS) {
            throw new IllegalArgumentException(
                    what + " is '" + value + "': it must have 1.." + MAX_NAME_CHARS + " characters");
        }
    }

    private static void within(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + ": it must be within " + least + ".." + most);
        }
    }

    private static void longer(String what, Duration value, String thanWhat, Duration than) {
        Objects.requireNonNull(value, what);
        if (value.compareTo(than) <= 0) {
            throw new IllegalArgumentException(
                    what + " is " + value + ": it must be longer than " + thanWhat + ", which is " + than);
        }
    }

    /** Collects the values; {@link #build()} checks them together. */
    public static final class Builder {
        private final String cluster;
        private final String topology;
        private final String workerId;
        private final long epoch;
        private LinkSecret secret;
        private String host = "127.0.0.1";
        private int port;
        private int threads = 1;
        private boolean nativeTransport = true;
        private int frameBytes = 64 * KIB;
        private int messageMaxBytes = 64 * MIB;
        private int windowMinBytes = 256 * KIB;
        private int windowMaxBytes = 64 * MIB;
        private int channelBufferBytes = MIB;
        private int controlBufferBytes = MIB;
        private long outgoingMemoryBytes = 256L * MIB;
        private long inboundMemoryBytes = 256L * MIB;
        private int quantumBytes = 16 * KIB;
        private Duration latencyBudget = Duration.ofMillis(1);
        private int unsentSocketBytes = 256 * KIB;
        private String congestion = "";
        private int maxPeers = 1024;
        private int maxChannels = 65_536;
        private Duration heartbeat = Duration.ofMillis(500);
        private Duration idleTimeout = Duration.ofSeconds(10);
        private Duration handshakeTimeout = Duration.ofSeconds(5);
        private Duration reconnectMin = Duration.ofMillis(50);
        private Duration reconnectMax = Duration.ofSeconds(1);
        private TlsSettings tls;

        private Builder(String cluster, String topology, String workerId, long epoch) {
            this.cluster = cluster;
            this.topology = topology;
            this.workerId = workerId;
            this.epoch = epoch;
        }

        /** Sets the secret of the submission, which its other workers and services have too. Required. */
        public Builder secret(LinkSecret ofSubmission) {
            this.secret = ofSubmission;
            return this;
        }

        public Builder listen(String onHost, int onPort) {
            this.host = onHost;
            this.port = onPort;
            return this;
        }

        public Builder threads(int count) {
            this.threads = count;
            return this;
        }

        public Builder nativeTransport(boolean wanted) {
            this.nativeTransport = wanted;
            return this;
        }

        public Builder frameBytes(int bytes) {
            this.frameBytes = bytes;
            return this;
        }

        public Builder messageMaxBytes(int bytes) {
            this.messageMaxBytes = bytes;
            return this;
        }

        public Builder windowBytes(int min, int max) {
            this.windowMinBytes = min;
            this.windowMaxBytes = max;
            return this;
        }

        public Builder channelBufferBytes(int bytes) {
            this.channelBufferBytes = bytes;
            return this;
        }

        public Builder controlBufferBytes(int bytes) {
            this.controlBufferBytes = bytes;
            return this;
        }

        public Builder outgoingMemoryBytes(long bytes) {
            this.outgoingMemoryBytes = bytes;
            return this;
        }

        public Builder inboundMemoryBytes(long bytes) {
            this.inboundMemoryBytes = bytes;
            return this;
        }

        public Builder quantumBytes(int bytes) {
            this.quantumBytes = bytes;
            return this;
        }

        public Builder latencyBudget(Duration budget) {
            this.latencyBudget = budget;
            return this;
        }

        public Builder unsentSocketBytes(int bytes) {
            this.unsentSocketBytes = bytes;
            return this;
        }

        public Builder congestion(String name) {
            this.congestion = name;
            return this;
        }

        public Builder maxPeers(int count) {
            this.maxPeers = count;
            return this;
        }

        public Builder maxChannels(int count) {
            this.maxChannels = count;
            return this;
        }

        public Builder heartbeat(Duration interval, Duration idle) {
            this.heartbeat = interval;
            this.idleTimeout = idle;
            return this;
        }

        public Builder handshakeTimeout(Duration timeout) {
            this.handshakeTimeout = timeout;
            return this;
        }

        public Builder reconnect(Duration min, Duration max) {
            this.reconnectMin = min;
            this.reconnectMax = max;
            return this;
        }

        /** Sets the certificates. All peers of a transport use TLS, or none does. */
        public Builder tls(TlsSettings settings) {
            this.tls = settings;
            return this;
        }

        public TransportConfig build() {
            return new TransportConfig(
                    new Identity(cluster, topology, secret, workerId, epoch),
                    new Sockets(host, port, threads, nativeTransport, unsentSocketBytes, congestion),
                    new Messages(frameBytes, messageMaxBytes, quantumBytes, latencyBudget),
                    new Memory(
                            windowMinBytes,
                            windowMaxBytes,
                            channelBufferBytes,
                            controlBufferBytes,
                            outgoingMemoryBytes,
                            inboundMemoryBytes),
                    new Limits(maxPeers, maxChannels),
                    new Times(heartbeat, idleTimeout, handshakeTimeout, reconnectMin, reconnectMax),
                    tls);
        }
    }
}
