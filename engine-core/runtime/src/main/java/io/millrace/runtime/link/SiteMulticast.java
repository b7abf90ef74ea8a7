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
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * What one task sends to several tasks of another region, each of which gets the same: a copy to each by its own channel, or once by
 * a {@link Carrier}. It changes from one to the other when all that went the former way has come. The executor's thread.
 */
public final class SiteMulticast {

    private static final long DECISION_NANOS = 1_000_000_000L;

    /** After a change, and after one that was given up, it stays as it is for so long. */
    private static final long CALM_NANOS = 10_000_000_000L;

    /** What goes to each by its own channel must be there within so long, or the change is given up: a receiver may stand still. */
    private static final long LONGEST_SWITCH_NANOS = 30_000_000_000L;

    private static final long LOOK_NANOS = 100_000_000L;

    /** What it needs of the channels of its executor. */
    public interface Carriers {

        /** Opens the sending end of a channel to these executors. */
        CarrierEnd open(int source, List<CopyTarget> targets);

        void close(GeoSender sender);
    }

    /** Decides how copies go. */
    public interface Policy {

        /**
         * @param inputs measured of a channel to one of the tasks, or to an entry; null before that
         * @param tasks how many get copies
         * @return the strategy, and why in one line
         */
        Decision decide(ChannelInputs inputs, int tasks, Strategy present);
    }

    /** A strategy, and why in one line. */
    public record Decision(Strategy strategy, String reason) {}

    private final int source;
    private final String region;
    private final IntPredicate copied;
    private final Carriers carriers;
    private final Policy policy;
    private final TupleEncoder encoder;
    private final LongSupplier clock;
    private final MulticastSwitch strategy = new MulticastSwitch();

    /** The tasks that get copies, and the links to them. */
    private final Map<Integer, MulticastLink> targets = new TreeMap<>();

    /** Null before copies go once for the first time, and when all its members have gone. */
    private Carrier carrier;

    /** Whether something was in this turn. */
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
            Carriers carriers,
            Policy policy,
            TupleEncoder encoder,
            LongSupplier clock) {
        this.source = source;
        this.region = region;
        this.copied = copied;
        this.carriers = carriers;
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

    /** Tasks can be reached by this link from now on. */
    void join(MulticastLink link) {
        for (int task : link.target().tasks()) {
            if (copied.test(task)) {
                targets.put(task, link);
            }
        }
    }

    /** Nothing can be sent by this link any more. */
    void leave(MulticastLink link) {
        targets.values().removeIf(other -> other == link);
        if (carrier != null && !carrier.leave(link)) {
            closeCarrier();
            if (!isDirect()) {
                strategy.begin(Strategy.DIRECT, clock.getAsLong());
                strategy.complete();
            }
        }
    }

    private void closeCarrier() {
        carriers.close(carrier.sender());
        carrier = null;
    }

    /** Whether each copy goes by a channel of its own now. */
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
        if (!carrier.leadsTo(tuple.targetTask(), link)) {
            // Another worker runs it now
            strategy.begin(Strategy.INTERMEDIATE, clock.getAsLong());
            return false;
        }
        offered = true;
        return carrier.offer(tuple);
    }

    boolean refuses(int task) {
        return targets.containsKey(task) && (strategy.isSwitching() || !isDirect() && carrier.isHalfFull());
    }

    /** What was offered in this turn is sent. Each link calls this that has taken something. */
    void endTurn() {
        if (offered && carrier != null) {
            carrier.endTurn();
        }
        offered = false;
    }

    /** Takes what an executor tells of what it got with others. */
    public void onAck(int task, ByteBuffer ack, int offset, int length) {
        if (carrier != null) {
            carrier.onAck(task, ack, offset, length);
        }
    }

    /** Sends and decides what is due; in each turn, before tasks run. */
    public void turn() {
        if (carrier != null) {
            carrier.endTurn();
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
        boolean others = !isDirect() && !carrier.isFor(targets);
        if (others || decision.strategy() != strategy.present() && now - calmUntilNanos >= 0) {
            strategy.begin(decision.strategy(), now);
        }
    }

    private ChannelInputs inputs() {
        if (!isDirect()) {
            return carrier.sender().inputs();
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
        if (isDirect() ? areDirectDone() : carrier.isDone()) {
            if (carrier != null && !carrier.isFor(targets)) {
                closeCarrier();
            }
            if (decision.strategy() == Strategy.INTERMEDIATE && targets.size() > 1) {
                open();
            }
            strategy.begin(carrier == null ? Strategy.DIRECT : decision.strategy(), now);
            strategy.complete();
            switches++;
            calmUntilNanos = now + CALM_NANOS;
        } else if (strategy.switchingNanos(now) > LONGEST_SWITCH_NANOS && (isDirect() || carrier.isFor(targets))) {
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
        if (carrier == null) {
            List<CopyTarget> executors = targets.values().stream()
                    .distinct()
                    .map(MulticastLink::target)
                    .toList();
            carrier = new Carrier(carriers.open(source, executors), targets, copied, encoder, clock);
        }
    }

    /** When {@link #turn} has something to do although nothing comes, by the clock. */
    public long deadline() {
        long due = carrier == null ? Long.MAX_VALUE : carrier.sender().nextDueNanos();
        return strategy.isSwitching() ? Math.min(due, clock.getAsLong() + LOOK_NANOS) : due;
    }

    /** The sending end by which copies go once; null if there is none. */
    public GeoSender sender() {
        return carrier == null ? null : carrier.sender();
    }

    /** What is done now, and why. */
    public State state() {
        return new State(
                strategy.isSwitching() ? "switching" : isDirect() ? "direct" : "intermediate",
                decision.reason(),
                List.copyOf(targets.keySet()),
                switches);
    }

    /**
     * What copies do.
     *
     * @param strategy direct, intermediate or switching
     * @param reason of the last decision; empty before the first
     * @param tasks that get copies
     * @param switches how often it has changed
     */
    public record State(String strategy, String reason, List<Integer> tasks, long switches) {}

    /** Forgets what is not acknowledged. */
    public void close() {
        if (carrier != null) {
            closeCarrier();
        }
    }
}
