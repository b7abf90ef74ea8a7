// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

/**
 * The link to an executor of a worker in another region, some of whose tasks get the same copies as other tasks of that
 * region. Such copies may be sent once for all of them; all other tuples go as by a {@link GeoLink}.
 */
public final class MulticastLink implements Link.Connected, Gathering {

    /** Finds the copies that may be sent once. */
    public interface Copies {

        /** Returns the copies that a source task sends to this task and others of the region; null if it sends none. */
        SiteMulticast between(int source, int target);
    }

    private final GeoLink direct;
    private final Copies copies;
    private final CopyTarget target;
    private final Paths source;

    /** The copies for tasks of this executor. */
    private final List<SiteMulticast> joined = new ArrayList<>();

    private boolean filled;

    /** @param source paths with which the link registers when it has gathered tuples */
    public MulticastLink(GeoLink direct, Copies copies, CopyTarget target, Paths source) {
        this.direct = direct;
        this.copies = copies;
        this.target = target;
        this.source = source;
    }

    GeoLink direct() {
        return direct;
    }

    CopyTarget target() {
        return target;
    }

    @Override
    public LinkKind kind() {
        return direct.kind();
    }

    @Override
    public boolean offer(DataTuple tuple) {
        SiteMulticast site = copies.between(tuple.sourceTask(), tuple.targetTask());
        if (site == null) {
            return direct.offer(tuple);
        }
        if (!joined.contains(site)) {
            joined.add(site);
            site.join(this);
        }
        boolean taken = site.offer(this, tuple);
        if (taken && !filled && !site.isDirect()) {
            filled = true;
            source.gathers(this, true);
        }
        return taken;
    }

    @Override
    public boolean handOver(boolean ring) {
        direct.handOver(ring);
        filled = false;
        for (int i = 0; i < joined.size(); i++) {
            joined.get(i).endTurn();
        }
        return true;
    }

    @Override
    public boolean refuses(int task) {
        for (int i = 0; i < joined.size(); i++) {
            if (joined.get(i).refuses(task)) {
                return true;
            }
        }
        return direct.refuses(task);
    }

    @Override
    public boolean ringWhenResumed() {
        return false;
    }

    @Override
    public long breaks() {
        return direct.breaks();
    }

    @Override
    public boolean leavesRegion() {
        return true;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return direct.send(acks);
    }

    @Override
    public boolean sendControl(byte[] message) {
        return direct.sendControl(message);
    }

    @Override
    public void close() {
        joined.forEach(site -> site.leave(this));
        joined.clear();
        direct.close();
    }
}
