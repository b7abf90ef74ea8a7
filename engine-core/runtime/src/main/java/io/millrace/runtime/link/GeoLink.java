// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.GeoSender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The link to an executor of a worker in another region. Tuples go by a channel between sites for each pair of tasks,
 * which resends what a broken connection has lost. Acks and control messages go as to any other node. Barriers and
 * watermarks go with the tuples, as they must not overtake them. Tuples that were gathered in a turn are sent at its
 * end.
 */
public final class GeoLink implements Link.Connected, Gathering {

    private final NetLink control;
    private final Channels channels;
    private final TupleEncoder encoder;
    private final CycleEdges cycles;
    private final int tasks;
    private final Paths source;

    /** The open channels to each task. */
    private final Opened[][] channelsTo;

    /** The channels that have taken tuples in this turn. */
    private final List<Opened> filled = new ArrayList<>();

    private static final class Opened {
        private final int source;
        private final int channel;
        private final GeoSender sender;
        private boolean filled;

        Opened(int source, int channel, GeoSender sender) {
            this.source = source;
            this.channel = channel;
            this.sender = sender;
        }
    }

    /** Opens and closes the sending ends of channels. */
    public interface Channels {

        /** Opens the sending end of a channel; an open end with the same number is closed. */
        GeoSender open(int channel);

        /** Closes the end, unless another end has its number now. */
        void close(int channel, GeoSender sender);
    }

    /**
     * @param control link for all messages but tuples
     * @param tasks number of the topology's tasks
     * @param source paths with which the link registers when it has gathered tuples
     */
    public GeoLink(
            NetLink control, Channels channels, TupleEncoder encoder, CycleEdges cycles, int tasks, Paths source) {
        this.control = control;
        this.channels = channels;
        this.encoder = encoder;
        this.cycles = cycles;
        this.tasks = tasks;
        this.source = source;
        this.channelsTo = new Opened[tasks + 1][];
    }

    @Override
    public LinkKind kind() {
        return LinkKind.NET;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        Opened channel = channel(tuple.sourceTask(), tuple.targetTask());
        GeoSender sender = channel.sender;
        int length = encoder.sizeOf(tuple);
        int at = sender.claim(length);
        if (at == GeoSender.NO_ROOM) {
            return false;
        }
        encoder.write(tuple, sender.claimed(), at);
        // Barriers and watermarks must not wait for other tuples, as tasks wait for them; tuples behind a later
        // watermark may be late
        if (tuple.stream().isGrouped()) {
            sender.commitMarker(length);
        } else {
            sender.commit(length);
        }
        if (!channel.filled) {
            if (filled.isEmpty()) {
                source.gathers(this, true);
            }
            channel.filled = true;
            filled.add(channel);
        }
        return true;
    }

    private Opened channel(int from, int target) {
        Opened[] known = channelsTo[target];
        int count = known == null ? 0 : known.length;
        for (int i = 0; i < count; i++) {
            if (known[i].source == from) {
                return known[i];
            }
        }
        int number = SiteChannel.of(from, target, cycles.insideCycle(from, target), tasks);
        Opened opened = new Opened(from, number, channels.open(number));
        channelsTo[target] = known == null ? new Opened[1] : Arrays.copyOf(known, count + 1);
        channelsTo[target][count] = opened;
        return opened;
    }

    /** Returns the sending end of the channel between two tasks; null if it is not open. */
    GeoSender sender(int from, int target) {
        Opened[] known = channelsTo[target];
        for (int i = 0; known != null && i < known.length; i++) {
            if (known[i].source == from) {
                return known[i].sender;
            }
        }
        return null;
    }

    @Override
    public boolean handOver(boolean ring) {
        for (int i = 0; i < filled.size(); i++) {
            filled.get(i).sender.doWork();
            filled.get(i).filled = false;
        }
        filled.clear();
        return true;
    }

    @Override
    public boolean refuses(int task) {
        Opened[] known = channelsTo[task];
        for (int i = 0; known != null && i < known.length; i++) {
            if (known[i].sender.isHalfFull()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean ringWhenResumed() {
        return false;
    }

    @Override
    public long breaks() {
        return control.breaks();
    }

    @Override
    public boolean leavesRegion() {
        return true;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return control.send(acks);
    }

    @Override
    public boolean sendControl(byte[] message) {
        return control.sendControl(message);
    }

    /**
     * Drops the tuples that it keeps, which will never arrive: another link replaces this one, or the worker is gone.
     */
    @Override
    public void close() {
        for (Opened[] known : channelsTo) {
            for (int i = 0; known != null && i < known.length; i++) {
                channels.close(known[i].channel, known[i].sender);
            }
        }
        Arrays.fill(channelsTo, null);
        filled.clear();
    }
}
