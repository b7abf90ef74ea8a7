package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.GeoSender;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * To an executor of a worker in another region: tuples go by a channel between sites for each pair of tasks, which resends what
 * a broken connection has lost, and acks and control messages as to any other node. Barriers and watermarks go with the tuples, as
 * they must not overtake them. What a turn has gathered is sent at its end.
 */
public final class GeoLink implements Link {

    private static final int SCRATCH_BYTES = 4096;
    private static final int SCRATCH_KEPT_BYTES = 1 << 20;

    private final NetLink control;
    private final Channels channels;
    private final TupleEncoder encoder;
    private final Traffic traffic;
    private final int tasks;
    private final Paths source;
    private final Map<Integer, GeoSender> senders = new HashMap<>();
    private final Map<Integer, List<GeoSender>> sendersTo = new HashMap<>();

    /** Those that have taken tuples in this turn. */
    private final List<GeoSender> filled = new ArrayList<>();

    private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** Opens and closes the sending ends of channels. */
    public interface Channels {

        /** Opens the end of a channel; one that is open with the same number is closed. */
        GeoSender open(int channel);

        /** Closes the end, unless another one has its number now. */
        void close(int channel, GeoSender sender);
    }

    /**
     * @param control for all but tuples
     * @param tasks how many the topology has
     * @param source told when tuples have been gathered
     */
    public GeoLink(NetLink control, Channels channels, TupleEncoder encoder, Traffic traffic, int tasks, Paths source) {
        this.control = control;
        this.channels = channels;
        this.encoder = encoder;
        this.traffic = traffic;
        this.tasks = tasks;
        this.source = source;
    }

    @Override
    public LinkKind kind() {
        return LinkKind.NET;
    }

    @Override
    public boolean offer(DataTuple tuple) {
        int target = tuple.targetTask();
        int channel =
                SiteChannel.of(tuple.sourceTask(), target, traffic.insideCycle(tuple.sourceTask(), target), tasks);
        GeoSender sender = senders.get(channel);
        if (sender == null) {
            sender = channels.open(channel);
            senders.put(channel, sender);
            sendersTo.computeIfAbsent(target, none -> new ArrayList<>()).add(sender);
        }
        int length = encoder.sizeOf(tuple);
        if (scratch.capacity() < length || scratch.capacity() > Math.max(length, SCRATCH_KEPT_BYTES)) {
            scratch = ByteBuffer.allocate(Math.max(length, SCRATCH_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        }
        encoder.write(tuple, scratch, 0);
        if (!sender.offer(scratch, 0, length)) {
            return false;
        }
        if (filled.isEmpty()) {
            source.groups(this);
        }
        if (!filled.contains(sender)) {
            filled.add(sender);
        }
        return true;
    }

    @Override
    public boolean offerOrRing(DataTuple tuple) {
        return offer(tuple);
    }

    @Override
    public boolean handOverGroups(boolean ring) {
        filled.forEach(GeoSender::doWork);
        filled.clear();
        return true;
    }

    @Override
    public boolean refuses(int task) {
        List<GeoSender> all = sendersTo.get(task);
        if (all != null) {
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).isHalfFull()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return control.send(acks);
    }

    @Override
    public AckBuffer sendOrRing(AckBuffer acks) {
        return control.sendOrRing(acks);
    }

    @Override
    public boolean sendControl(byte[] message) {
        return control.sendControl(message);
    }

    /** Another link has taken its place, and the worker that it led to is gone: what it keeps will never arrive. */
    @Override
    public void abandon() {
        senders.forEach(channels::close);
        senders.clear();
        sendersTo.clear();
        filled.clear();
    }

    /** The connection belongs to the worker. */
    @Override
    public void close() {
        abandon();
    }
}
