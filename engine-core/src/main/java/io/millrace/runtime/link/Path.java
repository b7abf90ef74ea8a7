package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;

/** A link, and the acks that are sent over it at the end of the turn. Confined to the source executor's thread. */
public final class Path {

    private final Link link;
    private AckBuffer acks = new AckBuffer();

    public Path(Link link) {
        this.link = link;
    }

    public Link link() {
        return link;
    }

    public AckBuffer acks() {
        return acks;
    }

    /**
     * Sends the acks that were gathered.
     *
     * @param mayBlock whether the executor is about to block, and must be woken if some remain
     * @return whether any were sent
     */
    public boolean flush(boolean mayBlock) {
        int gathered = acks.size();
        if (gathered == 0) {
            return false;
        }
        acks = mayBlock ? link.sendOrRing(acks) : link.send(acks);
        return acks.size() < gathered;
    }
}
