// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.LinkSecret;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.PeerCounter;
import io.millrace.transport.PeerCounters;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Prints what two transports of one process do on loopback: rate when one thread offers all it can, and one-way latency
 * from the intended send time, processor time and batch size at given rates. For people who change how batches are
 * made; arguments: message bytes, longest linger in microseconds (0: never), seconds per line, rates (0: all it can).
 */
public final class WriteGovernorBenchmark implements InboundHandler {

    private static final String USAGE = "BYTES LINGER-MICROSECONDS SECONDS RATE...";
    private static final int FIRST_RATE = 3;
    private static final int SAMPLES = 1 << 22;
    private static final long WAIT_NANOS = 20_000;

    private final long[] latencies = new long[SAMPLES];
    private final AtomicLong received = new AtomicLong();
    private volatile boolean recording;

    private WriteGovernorBenchmark() {}

    public static void main(String[] arguments) {
        if (arguments.length < FIRST_RATE + 1 || !Stream.of(arguments).allMatch(text -> text.matches("[0-9]{1,9}"))) {
            System.err.println("these are not " + USAGE + ", whole numbers: " + String.join(" ", arguments));
            System.exit(2);
        }
        int messageBytes = Integer.parseInt(arguments[0]);
        long lingerMicros = Long.parseLong(arguments[1]);
        long seconds = Long.parseLong(arguments[2]);
        WriteGovernorBenchmark figures = new WriteGovernorBenchmark();
        try (Transport a = TcpTransport.start(config("a", lingerMicros), figures, System::nanoTime);
                Transport b = TcpTransport.start(config("b", lingerMicros), figures, System::nanoTime)) {
            Peer peer = a.connect(new PeerAddress("127.0.0.1", b.address().getPort(), "b", 1), () -> {});
            while (!peer.connected()) {
                LockSupport.parkNanos(WAIT_NANOS);
            }
            for (int i = FIRST_RATE; i < arguments.length; i++) {
                figures.line(peer, messageBytes, Integer.parseInt(arguments[i]), seconds);
            }
        }
    }

    private static TransportConfig config(String id, long lingerMicros) {
        // A writer lingers for a tenth of the budget at most
        return TransportConfig.builder("cluster", "topology", id, 1)
                .secret(new LinkSecret(new byte[32]))
                .listen("127.0.0.1", 0)
                .latencyBudget(Duration.ofNanos(lingerMicros * 10_000))
                .build();
    }

    @Override
    public void onMessage(InboundMessage message) {
        if (recording) {
            long sentAt = message.buffer().getLong(message.offset());
            latencies[(int) (received.get() & SAMPLES - 1)] = System.nanoTime() - sentAt;
        }
        received.lazySet(received.get() + 1);
        message.release();
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {}

    private void line(Peer peer, int messageBytes, int rate, long seconds) {
        send(peer, messageBytes, rate, seconds / 2 + 1);
        received.set(0);
        PeerCounters before = peer.counters();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long processorBefore = system.getProcessCpuTime();
        long began = System.nanoTime();
        recording = true;
        long sent = send(peer, messageBytes, rate, seconds);
        recording = false;
        long elapsed = System.nanoTime() - began;
        long processor = system.getProcessCpuTime() - processorBefore;
        PeerCounters after = peer.counters();
        long[] sorted = Arrays.copyOf(latencies, (int) Math.min(SAMPLES, sent));
        Arrays.sort(sorted);
        long flushes = Math.max(1, after.get(PeerCounter.WRITES) - before.get(PeerCounter.WRITES));
        System.out.printf(
                "%d B offered %s: %.0f messages/s, %.1f messages per write, latency us p50 %.0f p90 %.0f p99 %.0f p99.9 %.0f,"
                        + " processor %.2f cores, %.2f us per message, %.0f %% of writes lingered%n",
                messageBytes,
                rate == 0 ? "all" : rate + "/s",
                sent * 1e9 / elapsed,
                (after.get(PeerCounter.SENT_MESSAGES) - before.get(PeerCounter.SENT_MESSAGES)) / (double) flushes,
                at(sorted, 0.5),
                at(sorted, 0.9),
                at(sorted, 0.99),
                at(sorted, 0.999),
                processor / (double) elapsed,
                processor / 1e3 / sent,
                100.0 * (after.get(PeerCounter.LINGERS) - before.get(PeerCounter.LINGERS)) / flushes);
    }

    private static double at(long[] sorted, double quantile) {
        return sorted[(int) (quantile * (sorted.length - 1))] / 1e3;
    }

    /** Sends for so long and waits for the last one to arrive; says how many. */
    private long send(Peer peer, int messageBytes, int rate, long seconds) {
        ByteBuffer message = ByteBuffer.allocate(Math.max(8, messageBytes)).order(ByteOrder.LITTLE_ENDIAN);
        long target = received.get();
        long sent = 0;
        long began = System.nanoTime();
        long end = began + seconds * 1_000_000_000L;
        while (true) {
            long now = System.nanoTime();
            if (now >= end) {
                break;
            }
            long due = rate == 0 ? sent + 64 : (long) ((now - began) * 1e-9 * rate);
            if (sent >= due) {
                if (rate <= 50_000) {
                    LockSupport.parkNanos(2_000);
                } else {
                    Thread.onSpinWait();
                }
            }
            for (; sent < due; sent++) {
                message.putLong(0, rate == 0 ? System.nanoTime() : began + (long) ((sent + 1) * 1e9 / rate));
                while (!peer.offer(1, message, 0, message.capacity())) {
                    LockSupport.parkNanos(WAIT_NANOS);
                }
            }
        }
        while (received.get() < target + sent) {
            LockSupport.parkNanos(WAIT_NANOS);
        }
        return sent;
    }
}
