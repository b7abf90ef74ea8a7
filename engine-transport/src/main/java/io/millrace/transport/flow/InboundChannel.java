// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import io.millrace.transport.CloseCause;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.frame.FragmentAssembler;
import io.millrace.transport.frame.ProtocolViolation;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The receiving side of one channel: the bytes received, the bytes consumed, and the limit up to which more may come.
 * Any thread reports consumption; the connection's event loop grants credit.
 *
 * <p>The limit is {@code consumed + window}, or less if the transport's {@link InboundMemory} has no more. There is one
 * exception: while a message arrives in fragments and nothing else is held, its fragments do not count. Otherwise a
 * message longer than the window could never arrive. A channel therefore never holds more than its window and one
 * message. A window that was cut short for want of memory grows again with the next grant.
 */
public final class InboundChannel {

    private static final int GRANTS_PER_WINDOW = 16;
    /** Added to the consumed bytes when the connection is gone, so that later releases notice it. */
    private static final long GONE = 1L << 62;

    private final int id;
    private final CreditGrants grants;
    private final Endpoint endpoint;
    private final CreditWindow window;

    // any thread
    private final AtomicLong consumed = new AtomicLong();
    private final AtomicBoolean grantQueued = new AtomicBoolean();
    private volatile long grantAt;

    // event loop
    final FragmentAssembler assembler = new FragmentAssembler();
    private long received;
    private long held;
    private long limit;
    private long drained;
    private long limitedAt = -1;
    private final GrantHistory history = new GrantHistory();
    private long stuckLimit;
    private boolean idle;
    private final InboundMemory memory;
    private final long leastBytes;
    private long taken;
    private boolean overdraws;
    private boolean stuck;
    private long idleSince;

    /** The memory reserved for the part of the open message that has not come yet, in bytes. */
    private int reserved;

    public InboundChannel(int id, CreditGrants grants, Endpoint endpoint) {
        this.id = id;
        this.grants = grants;
        this.endpoint = endpoint;
        TransportConfig config = endpoint.config;
        this.window = new CreditWindow(
                config.memory().windowMinBytes(),
                config.memory().windowMaxBytes(),
                config.messages().frameBytes());
        this.leastBytes = config.memory().windowMinBytes();
        this.memory = endpoint.memory;
        this.limit = leastBytes;
        this.grantAt = limit / GRANTS_PER_WINDOW;
        memory.open();
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

    /** Event loop: records were received. */
    public void onReceived(long position, int bytes) {
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
            window.onIdle(now, grants.disturbed(idleSince) ? 0 : idleForCredit(now));
        }
        received += bytes;
    }

    /** Event loop: this many of the received bytes are held. */
    void onHeld(int bytes) {
        held += bytes;
        endpoint.heldBytes.addAndGet(bytes);
    }

    /**
     * Event loop: whether memory for this much of a message that has just begun is reserved. If not, the message's
     * memory must grow as fragments come.
     */
    boolean tryReserve(int bytes) {
        boolean done = memory.tryReserve(bytes);
        reserved = done ? bytes : 0;
        return done;
    }

    /** Event loop: a fragment was put into the memory of the message. */
    void onAdded() {
        int missing = assembler.missingPayloadBytes();
        if (missing < reserved) {
            memory.giveReserved(reserved - missing);
            reserved = missing;
        }
    }

    /**
     * Returns for how long this end waited because the sender had no credit. A grant takes effect one round trip after
     * it was made: the wait is counted until then.
     */
    private long idleForCredit(long now) {
        long couldCome = history.timeOfMoreThan(stuckLimit, now) + grants.rttNanos();
        return Math.max(0, Math.min(now, couldCome) - idleSince);
    }

    /**
     * Event loop: the sender is at this position and has more to send than {@code creditBytes}, which is its credit.
     */
    public void onLimited(long position, int creditBytes) {
        limitedAt = position;
        stuckLimit = position + creditBytes;
        queueGrant();
    }

    /** Any thread: the receiver has consumed these bytes. */
    void onReleased(long bytes) {
        endpoint.heldBytes.addAndGet(-bytes);
        long now = consumed.addAndGet(bytes);
        if (now >= GONE) {
            memory.releaseOrphan(bytes);
        } else if (now >= grantAt) {
            queueGrant();
        }
    }

    /** Event loop: the last fragment of a message was received. */
    void onWhole() {
        if (stuck) {
            stuck = false;
            overdraws = false;
            memory.leave(this);
        }
    }

    /** Event loop: a fragment was received that is not the last. */
    void onFragment() {
        if (consumed.get() + assembler.creditBytes() >= grantAt) {
            queueGrant();
        }
    }

    private void queueGrant() {
        if (grantQueued.compareAndSet(false, true)) {
            grants.queue(this);
        }
    }

    /**
     * Event loop: computes the limit anew; returns whether it must be sent. It stays as it is while {@code withhold} is
     * set.
     */
    boolean takeGrant(long nowNanos, long rttNanos, boolean withhold) {
        grantQueued.set(false);
        boolean granted = false;
        do {
            granted |= grant(nowNanos, rttNanos, withhold);
            long next = drained + Math.min(window.bytes(), Math.max(leastBytes, limit - drained)) / GRANTS_PER_WINDOW;
            // The fragments of an unfinished message are not released: the rest is the most that can be released.
            long releasable = received - assembler.creditBytes();
            grantAt = limitedAt == received ? Math.min(next, releasable) : next;
            // Read consumption again after grantAt was published: a release that saw the old value is seen here.
        } while (consumed.get() > drained && consumed.get() >= grantAt);
        return granted;
    }

    private boolean grant(long nowNanos, long rttNanos, boolean withhold) {
        long done = consumed.get();
        if (done + assembler.creditBytes() == received) {
            done = received;
        }
        window.onDrained(nowNanos, Math.max(0, done - drained), rttNanos);
        drained = Math.max(drained, done);
        if (limitedAt == received && drained == received) {
            // The receiver is idle, because the sender waits for credit, until something is received.
            limitedAt = -1;
            idle = true;
            idleSince = nowNanos;
        }
        if (withhold) {
            return false;
        }
        long newLimit = affordable(done + window.bytes());
        if (newLimit <= limit) {
            return false;
        }
        limit = newLimit;
        history.add(nowNanos, newLimit);
        return true;
    }

    /** The wanted limit, or as much of it as there is memory for. */
    private long affordable(long wantedLimit) {
        long own = consumed.get() + leastBytes;
        long needed = Math.max(0, limit - own);
        taken = memory.exchange(taken, needed, Math.max(needed, wantedLimit - own));
        long affordable = Math.min(wantedLimit, own + taken);
        boolean lastOne = consumed.get() + assembler.creditBytes() == received;
        boolean goesOn = affordable - received >= endpoint.config.messages().frameBytes();
        if (!overdraws && (!assembler.isOpen() || !lastOne || goesOn)) {
            return affordable;
        }
        // The next fragment has no credit, and nothing of the unfinished message can be released.
        overdraws = overdraws || memory.tryOverdraw(this, stuck);
        stuck = true;
        if (!overdraws) {
            grants.retry(this);
            return affordable;
        }
        long overdraft = Math.max(affordable, Math.min(wantedLimit, received + leastBytes));
        taken = memory.force(taken, Math.max(0, overdraft - own));
        return overdraft;
    }

    /**
     * Event loop: the connection is gone. What the handler still holds needs no credit any more, but memory until it is
     * released. Returns whether a message was incomplete.
     */
    public boolean abandon() {
        onWhole();
        memory.giveReserved(reserved);
        reserved = 0;
        memory.close(taken, held - consumed.getAndAdd(GONE) - assembler.creditBytes());
        endpoint.heldBytes.addAndGet(-assembler.creditBytes());
        return assembler.abandon();
    }
}
