package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import java.util.ArrayDeque;

/**
 * A link, and the acks and control messages that are sent over it at the end of the turn. Confined to the source executor's
 * thread.
 */
public final class Path {

    private final Link link;
    private AckBuffer acks = new AckBuffer();
    private final ArrayDeque<byte[]> controls = new ArrayDeque<>();

    public Path(Link link) {
        this.link = link;
    }

    public Link link() {
        return link;
    }

    public AckBuffer acks() {
        return acks;
    }

    /** Gathers a control message, see {@link Link#sendControl}. */
    void control(byte[] message) {
        controls.add(message);
    }

    /**
     * Sends the acks and messages that were gathered.
     *
     * @param mayBlock whether the executor is about to block, and must be woken if some remain
     * @return whether any were sent
     */
    public boolean flush(boolean mayBlock) {
        boolean sent = !controls.isEmpty() && flushControls();
        int gathered = acks.size();
        if (gathered == 0) {
            return sent;
        }
        acks = mayBlock ? link.sendOrRing(acks) : link.send(acks);
        return sent || acks.size() < gathered;
    }

    private boolean flushControls() {
        boolean sent = false;
        while (!controls.isEmpty() && link.sendControl(controls.peek())) {
            controls.remove();
            sent = true;
        }
        return sent;
    }
}
