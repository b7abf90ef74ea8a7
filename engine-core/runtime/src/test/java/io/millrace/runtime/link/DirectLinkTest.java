// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

class DirectLinkTest extends LinkContract {

    @Override
    LinkFixture open(boolean insideCycle) {
        return new Fixture((task, size) -> insideCycle || size < 16);
    }

    /** Tasks whose inboxes have a bound, as those of an executor. */
    private static final class Fixture implements LinkFixture, DirectLink.Tasks {

        private final Link link = new DirectLink(this);
        private final Doorbell bell = new ThreadDoorbell();
        private final List<DataTuple> inbox = new ArrayList<>();
        private final boolean[] paused = new boolean[3];
        private final BiPredicate<Integer, Integer> hasRoom;
        private AckBuffer acks = new AckBuffer();

        Fixture(BiPredicate<Integer, Integer> hasRoom) {
            this.hasRoom = hasRoom;
        }

        @Override
        public boolean handOver(DataTuple tuple) {
            boolean insideCycle = hasRoom.test(tuple.targetTask(), Integer.MAX_VALUE);
            if (!hasRoom.test(tuple.targetTask(), inbox.size()) || paused[tuple.targetTask()] && !insideCycle) {
                return false;
            }
            return inbox.add(tuple);
        }

        @Override
        public boolean isPaused(int task) {
            return paused[task];
        }

        @Override
        public void apply(byte[] message) {}

        @Override
        public void apply(AckBuffer some) {
            acks.addAll(some);
        }

        @Override
        public Link link() {
            return link;
        }

        @Override
        public Doorbell bell() {
            return bell;
        }

        @Override
        public List<DataTuple> receive(int atLeast) {
            List<DataTuple> taken = List.copyOf(inbox);
            inbox.clear();
            // The executor that makes room is the one that would wait, and its next turn comes in any case
            bell.ring();
            return taken;
        }

        @Override
        public AckBuffer receiveAcks() {
            AckBuffer taken = acks;
            acks = new AckBuffer();
            return taken;
        }

        @Override
        public void pause(int task, boolean on) {
            paused[task] = on;
        }

        @Override
        public boolean encodes() {
            return false;
        }

        @Override
        public void close() {}
    }
}
