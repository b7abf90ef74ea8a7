// SPDX-License-Identifier: Apache-2.0
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
        paths.renew(rootOf(1));
        assertThat(paths.flushAcks(true)).isZero();
        paths.ack(rootOf(1), 8);

        paths.set(List.of(1), new Path(first));
        paths.set(List.of(2), new Path(second));

        assertThat(paths.flushAcks(false)).isEqualTo(2);
        assertThat(first.sent).containsExactly("ack " + rootOf(1) + " 15", "renew " + rootOf(1));
        assertThat(second.sent).containsExactly("fail " + rootOf(2));
    }

    private static long rootOf(int task) {
        return (long) task << TASK_SHIFT | 5;
    }

    /** A link that only takes acks. */
    private static final class RecordingLink implements Link {

        final List<String> sent = new ArrayList<>();

        @Override
        public LinkKind kind() {
            return LinkKind.RING;
        }

        @Override
        public boolean offer(DataTuple tuple) {
            return false;
        }

        @Override
        public boolean ringWhenResumed() {
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
                if (acks.renewed(i)) {
                    sent.add("renew " + acks.root(i));
                }
            }
            acks.clear();
            return acks;
        }

        @Override
        public boolean sendControl(byte[] message) {
            sent.add("message " + message.length);
            return true;
        }

        @Override
        public void close() {}
    }
}
