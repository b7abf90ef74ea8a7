// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.GeoSender;
import io.millrace.transport.geo.MulticastSwitch;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.MulticastModel.Strategy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The tuples that one task sends to several tasks of another region, each of which gets the same: as one copy to each
 * by its own channel, or as one copy for all by a {@link MulticastChannel}. It changes the way when all that went the
 * old way has arrived. The executor's thread.
 */
public final class SiteMulticast {

    private static final long DECISION_NANOS = 1_000_000_000L;

    /** The time without a change after a change, also after one that was given up. */
    private static final long CALM_NANOS = 10_000_000_000L;

    /**
     * The time after which a change is given up if tuples of the old way have not arrived: a receiver may stand still.
     */
    private static final long LONGEST_SWITCH_NANOS = 30_000_000_000L;

    private static final long LOOK_NANOS = 100_000_000L;

    /** Opens and closes the channels by which copies go once. */
    public interface MulticastChannels {

        /** Opens the sending end of a channel to these executors. */
        MulticastChannelEnd open(int source, List<CopyTarget> targets);

        void close(GeoSender sender);
    }

    /** Decides how copies are sent. */
    public interface Policy {

        /**
         * @param inputs measurements of a channel to one of the tasks, or to an entry; null before there are any
         * @param tasks number of tasks that get copies
         * @return the strategy, and its reason in one line
         */
        Decision decide(ChannelInputs inputs, int tasks, Strategy present);
    }

    /** A strategy, and its reason in one line. */
    public record Decision(Strategy strategy, String reason) {}

    private final int source;
    private final String region;
    private final IntPredicate copied;
    private final MulticastChannels channels;
    private final Policy policy;
    private final TupleEncoder encoder;
    private final LongSupplier clock;
    private final MulticastSwitch strategy = new MulticastSwitch();

    /** The tasks that get copies, and the links to them. */
    private final Int2ObjectHashMap<MulticastLink> targets = new Int2ObjectHashMap<>();

    /** The channel by which copies go once; null before its first use, and when all its members have gone. */
    private MulticastChannel channel;

    /** Whether a tuple was offered in this turn. */
    private boolean offered;

    private Decision decision = new Decision(Strategy.DIRECT, "");
    private long decidedNanos;
    private long calmUntilNanos;
    private long switches;

    /** @param copied whether a task of the region gets what the others get */
    public SiteMulticast(
            int source,
            String region,
            IntPredicate copied,
            MulticastChannels channels,
            Policy policy,
            TupleEncoder encoder,
            LongSupplier clock) {
        this.source = source;
        this.region = region;
        this.copied = copied;
        this.channels = channels;
        this.policy = policy;
        this.encoder = encoder;
        this.clock = clock;
        this.decidedNanos = clock.getAsLong() - DECISION_NANOS;
        this.calmUntilNanos = decidedNanos;
    }

    public int source() {
        return source;
    }

    public String region() {
        return region;
    }

    /** Adds a link, by which tasks can be reached from now on. */
    void join(MulticastLink link) {
        for (int task : link.target().tasks()) {
            if (copied.test(task)) {
                targets.put(task, link);
            }
        }
    }

    /** Removes a link, by which no tuple can be sent any more. */
    void leave(MulticastLink link) {
        targets.values().removeIf(other -> other == link);
        if (channel != null && !channel.leave(link)) {
            closeChannel();
            if (!isDirect()) {
                strategy.begin(Strategy.DIRECT, clock.getAsLong());
                strategy.complete();
            }
        }
    }

    private void closeChannel() {
        channels.close(channel.sender());
        channel = null;
    }

    /** Returns whether each copy goes by a channel of its own now. */
    boolean isDirect() {
        return strategy.present() == Strategy.DIRECT;
    }

    boolean offer(MulticastLink link, DataTuple tuple) {
        if (strategy.isSwitching()) {
            return false;
        }
        if (isDirect()) {
            return link.direct().offer(tuple);
        }
        if (!channel.leadsTo(tuple.targetTask(), link)) {
            // Another worker runs the task now
            strategy.begin(Strategy.INTERMEDIATE, clock.getAsLong());
            return false;
        }
        offered = true;
        return channel.offer(tuple);
    }

    boolean refuses(int task) {
        return targets.containsKey(task) && (strategy.isSwitching() || !isDirect() && channel.isHalfFull());
    }

    /** Sends the tuples of this turn. Each link that has taken a tuple calls this. */
    void endTurn() {
        if (offered && channel != null) {
            channel.endTurn();
        }
        offered = false;
    }

    /** Takes the acknowledgement of an executor for copies that several tasks get. */
    public void onAck(int task, ByteBuffer ack, int offset, int length) {
        if (channel != null) {
            channel.onAck(task, ack, offset, length);
        }
    }

    /** Sends and decides what is due; called in each turn, before tasks run. */
    public void turn() {
        if (channel != null) {
            channel.endTurn();
        }
        long now = clock.getAsLong();
        if (strategy.isSwitching()) {
            proceed(now);
        } else if (now - decidedNanos >= DECISION_NANOS) {
            decidedNanos = now;
            decide(now);
        }
    }

    /** Decides anew in the next turn. */
    public void reconsider() {
        decidedNanos = clock.getAsLong() - DECISION_NANOS;
    }

    private void decide(long now) {
        decision = targets.size() < 2
                ? new Decision(Strategy.DIRECT, "one task")
                : policy.decide(inputs(), targets.size(), strategy.present());
        boolean others = !isDirect() && !channel.isFor(targets);
        if (others || decision.strategy() != strategy.present() && now - calmUntilNanos >= 0) {
            strategy.begin(decision.strategy(), now);
        }
    }

    private ChannelInputs inputs() {
        if (!isDirect()) {
            return channel.sender().inputs();
        }
        for (Map.Entry<Integer, MulticastLink> target : targets.entrySet()) {
            GeoSender sender = target.getValue().direct().sender(source, target.getKey());
            if (sender != null && sender.inputs() != null) {
                return sender.inputs();
            }
        }
        return null;
    }

    private void proceed(long now) {
        if (isDirect() ? areDirectDone() : channel.isDone()) {
            if (channel != null && !channel.isFor(targets)) {
                closeChannel();
            }
            if (decision.strategy() == Strategy.INTERMEDIATE && targets.size() > 1) {
                open();
            }
            strategy.begin(channel == null ? Strategy.DIRECT : decision.strategy(), now);
            strategy.complete();
            switches++;
            calmUntilNanos = now + CALM_NANOS;
        } else if (strategy.switchingNanos(now) > LONGEST_SWITCH_NANOS && (isDirect() || channel.isFor(targets))) {
            strategy.giveUp();
            calmUntilNanos = now + CALM_NANOS;
        }
    }

    private boolean areDirectDone() {
        for (Map.Entry<Integer, MulticastLink> target : targets.entrySet()) {
            GeoSender sender = target.getValue().direct().sender(source, target.getKey());
            if (sender != null && !sender.isDone()) {
                return false;
            }
        }
        return true;
    }

    private void open() {
        if (channel == null) {
            List<CopyTarget> executors = targets.values().stream()
                    .distinct()
                    .map(MulticastLink::target)
                    .toList();
            channel = new MulticastChannel(channels.open(source, executors), targets, copied, encoder, clock);
        }
    }

    /** Returns the time when {@link #turn} has something to do although nothing comes. */
    public long deadline() {
        long due = channel == null ? Long.MAX_VALUE : channel.sender().nextDueNanos();
        return strategy.isSwitching() ? Math.min(due, clock.getAsLong() + LOOK_NANOS) : due;
    }

    /** Returns the sending end of the channel by which copies go once; null if there is none. */
    public GeoSender sender() {
        return channel == null ? null : channel.sender();
    }

    /** Returns the present strategy, and its reason. */
    public State state() {
        return new State(
                strategy.isSwitching() ? "switching" : isDirect() ? "direct" : "intermediate",
                decision.reason(),
                targets.keySet().stream().sorted().toList(),
                switches);
    }

    /**
     * The present state of the copies.
     *
     * @param strategy direct, intermediate or switching
     * @param reason reason of the last decision; empty before the first
     * @param tasks tasks that get copies
     * @param switches number of changes of the strategy
     */
    public record State(String strategy, String reason, List<Integer> tasks, long switches) {}

    /** Drops the tuples that are not acknowledged. */
    public void close() {
        if (channel != null) {
            closeChannel();
        }
    }
}
