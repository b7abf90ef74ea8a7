package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathsTest {

    private static final int TASK_SHIFT = 44;

    private final Paths paths = new Paths(3);

    @Test
    void acksForAWorkerThatIsNotYetLinkedReachItWhenItIs() {
        RecordingLink first = new RecordingLink();
        RecordingLink second = new RecordingLink();
        paths.set(List.of(1, 2), new Path(new AbsentLink(LinkKind.RING)));
        paths.ack(rootOf(1), 7);
        paths.fail(rootOf(2));
        assertThat(paths.flushAcks(true)).isZero();
        assertThat(paths.holdsAcks()).isTrue();
        paths.ack(rootOf(1), 8);

        paths.set(List.of(1), new Path(first));
        paths.set(List.of(2), new Path(second));

        assertThat(paths.flushAcks(false)).isEqualTo(2);
        assertThat(paths.holdsAcks()).isFalse();
        assertThat(first.sent).containsExactly("ack " + rootOf(1) + " 15");
        assertThat(second.sent).containsExactly("fail " + rootOf(2));
    }

    @Test
    void allRestUntilTheFirstOfThemDoesSomething() {
        RecordingLink first = new RecordingLink();
        RecordingLink second = new RecordingLink();
        paths.set(List.of(1, 2), new Path(first));
        paths.set(List.of(3), new Path(second));
        first.rest = 90;
        second.rest = 80;
        assertThat(paths.restUntil(10)).isEqualTo(80);
        second.rest = Long.MAX_VALUE;
        assertThat(paths.restUntil(10)).isEqualTo(90);
        first.rest = 10;
        assertThat(paths.restUntil(10)).isEqualTo(10);
        first.rest = 90;
        paths.ack(rootOf(2), 7);
        assertThat(paths.restUntil(10)).isLessThanOrEqualTo(10);
        paths.flushAcks(false);
        assertThat(paths.restUntil(10)).isEqualTo(90);
        paths.set(List.of(3), new Path(new AbsentLink(LinkKind.RING)));
        assertThat(paths.restUntil(10)).isLessThanOrEqualTo(10);
    }

    @Test
    void whoWouldShareACoreAndWhatTheyNeedIsSummed() {
        RecordingLink first = new RecordingLink();
        RecordingLink second = new RecordingLink();
        paths.set(List.of(1, 2), new Path(first));
        paths.set(List.of(3), new Path(second));
        long now = -5_000_000_000L;
        assertThat(paths.sharers(now)).isZero();
        assertThat(paths.sharersNeed(now)).isZero();
        first.coreNeed = CoreNeed.word(100, true, now);
        assertThat(paths.sharers(now)).isEqualTo(1);
        second.coreNeed = CoreNeed.word(20, false, now);
        assertThat(paths.sharers(now)).isEqualTo(1);
        assertThat(paths.sharersNeed(now)).isEqualTo(120);
        assertThat(paths.sharersNeed(now + 1_000_000_000)).isZero();
    }

    private static long rootOf(int task) {
        return (long) task << TASK_SHIFT | 5;
    }

    /** Takes acks only. */
    private static final class RecordingLink implements Link {

        final List<String> sent = new ArrayList<>();
        long rest;
        long coreNeed;

        @Override
        public LinkKind kind() {
            return LinkKind.RING;
        }

        @Override
        public boolean offer(DataTuple tuple) {
            return false;
        }

        @Override
        public boolean offerOrRing(DataTuple tuple) {
            return false;
        }

        @Override
        public boolean refuses(int task) {
            return true;
        }

        @Override
        public AckBuffer send(AckBuffer acks) {
            for (int i = 0; i < acks.size(); i++) {
                sent.add(acks.failed(i) ? "fail " + acks.root(i) : "ack " + acks.root(i) + " " + acks.edges(i));
            }
            acks.clear();
            return acks;
        }

        @Override
        public AckBuffer sendOrRing(AckBuffer acks) {
            return send(acks);
        }

        @Override
        public long targetRestsUntil() {
            return rest;
        }

        @Override
        public long targetCoreNeed() {
            return coreNeed;
        }

        @Override
        public void close() {}
    }
}
