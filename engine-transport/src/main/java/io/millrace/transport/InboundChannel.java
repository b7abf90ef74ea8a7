package io.millrace.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The receiving side of one channel: what has come, what has been consumed, what may come. Consumption is reported by any
 * thread; granting is done by the connection's event loop.
 *
 * <p>The limit is {@code consumed + window}. One exception: while a message arrives in fragments and nothing else is held,
 * the fragments so far do not count, or a message longer than the window could never arrive. So a channel never holds more
 * than its window and one message.
 */
final class InboundChannel {

    private static final int GRANTS_PER_WINDOW = 16;

    private final int id;
    private final InboundConnection connection;
    private final Endpoint endpoint;
    private final CreditWindow window;

    // any thread
    private final AtomicLong consumed = new AtomicLong();
    private final AtomicBoolean grantQueued = new AtomicBoolean();
    private volatile long grantAt;

    // event loop
    final Reassembly reassembly = new Reassembly();
    private long received;
    private long limit;
    private long drained;
    private long limitedAt = -1;
    private final GrantHistory history = new GrantHistory();
    private long stuckLimit;
    private boolean idle;
    private long idleSince;

    InboundChannel(int id, InboundConnection connection, Endpoint endpoint) {
        this.id = id;
        this.connection = connection;
        this.endpoint = endpoint;
        TransportConfig config = endpoint.config;
        this.window = new CreditWindow(config.windowMinBytes(), config.windowMaxBytes(), config.frameBytes());
        this.limit = config.windowMinBytes();
        this.grantAt = limit / GRANTS_PER_WINDOW;
    }

    int id() {
        return id;
    }

    long consumed() {
        return consumed.get();
    }

    long limit() {
        return limit;
    }

    /** Event loop: records have come. */
    void onReceived(long position, int bytes) {
        if (position != received) {
            throw new ProtocolViolation(
                    CloseCause.OUT_OF_SEQUENCE,
                    "data of channel " + id + " at position " + position + ", expected " + received);
        }
        if (bytes > limit - received) {
            throw new ProtocolViolation(
                    CloseCause.CREDIT_OVERRUN,
                    "channel " + id + " sent " + bytes + " bytes with credit for " + (limit - received));
        }
        if (idle) {
            idle = false;
            long now = endpoint.clock.getAsLong();
            window.onIdle(now, idleForCredit(now));
        }
        received += bytes;
    }

    /** Event loop: of what was received, so many bytes are kept. */
    void onHeld(int bytes) {
        endpoint.heldBytes.addAndGet(bytes);
    }

    /** What is sent for a grant comes a round trip after it: so long, no longer, this end waited for want of credit. */
    private long idleForCredit(long now) {
        long couldCome = history.timeOfMoreThan(stuckLimit, now) + connection.rttNanos();
        return Math.max(0, Math.min(now, couldCome) - idleSince);
    }

    /** Event loop: the sender has something to send at this position, and credit for no more than {@code creditBytes}. */
    void onLimited(long position, int creditBytes) {
        limitedAt = position;
        stuckLimit = position + creditBytes;
        queueGrant();
    }

    /** Any thread: the receiver is done with these bytes. */
    void onReleased(long bytes) {
        endpoint.heldBytes.addAndGet(-bytes);
        if (consumed.addAndGet(bytes) >= grantAt) {
            queueGrant();
        }
    }

    /** Event loop: a fragment was taken in that is not the last. */
    void onFragment() {
        if (consumed.get() + reassembly.creditBytes() >= grantAt) {
            queueGrant();
        }
    }

    private void queueGrant() {
        if (grantQueued.compareAndSet(false, true)) {
            connection.queueGrant(this);
        }
    }

    /** Event loop: whether there is a new limit to tell. */
    boolean takeGrant(long nowNanos, long rttNanos) {
        grantQueued.set(false);
        boolean granted = false;
        do {
            granted |= grant(nowNanos, rttNanos);
            long next = drained + window.bytes() / GRANTS_PER_WINDOW;
            // The fragments of an unfinished message are never released: all but they is all that can be.
            long releasable = received - reassembly.creditBytes();
            grantAt = limitedAt == received ? Math.min(next, releasable) : next;
            // Consumption is read once more after the mark was published: a release that saw the old mark is seen here.
        } while (consumed.get() > drained && consumed.get() >= grantAt);
        return granted;
    }

    private boolean grant(long nowNanos, long rttNanos) {
        long done = consumed.get();
        if (done + reassembly.creditBytes() == received) {
            done = received;
        }
        window.onDrained(nowNanos, Math.max(0, done - drained), rttNanos);
        drained = Math.max(drained, done);
        if (limitedAt == received && drained == received) {
            // The receiver waits for a sender that waits for credit, until something comes.
            limitedAt = -1;
            idle = true;
            idleSince = nowNanos;
        }
        long newLimit = done + window.bytes();
        if (newLimit <= limit) {
            return false;
        }
        limit = newLimit;
        history.add(nowNanos, newLimit);
        return true;
    }

    /** Event loop: the connection is gone; what is still held costs no credit any more. Says whether a message was cut. */
    boolean abandon() {
        endpoint.heldBytes.addAndGet(-reassembly.creditBytes());
        return reassembly.abandon();
    }
}
