package io.millrace.api.metrics;

/** How many tuples went over each kind of link: same executor, same worker, same node, other node. */
public record LinkCounts(long direct, long queue, long ring, long net) {

    public static final LinkCounts NONE = new LinkCounts(0, 0, 0, 0);

    public LinkCounts plus(LinkCounts other) {
        return new LinkCounts(direct + other.direct, queue + other.queue, ring + other.ring, net + other.net);
    }

    public long total() {
        return direct + queue + ring + net;
    }
}
