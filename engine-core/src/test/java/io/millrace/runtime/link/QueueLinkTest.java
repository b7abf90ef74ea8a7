package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;

class QueueLinkTest extends LinkContract {

    @Override
    LinkFixture open(boolean insideCycle) {
        return new Fixture((source, target) -> insideCycle);
    }

    private static final class Fixture implements LinkFixture {

        private final Inbound inbound = new Inbound(64, new ThreadDoorbell());
        private final PauseSign[] signs = {null, new PauseSign(), new PauseSign()};
        private final Doorbell bell = new ThreadDoorbell();
        private final Link link;

        Fixture(Traffic traffic) {
            link = new QueueLink(inbound, task -> signs[task], traffic, bell);
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
            List<DataTuple> taken = new ArrayList<>();
            DataTuple tuple;
            while ((tuple = inbound.poll()) != null) {
                taken.add(tuple);
            }
            inbound.roomMade();
            return taken;
        }

        @Override
        public AckBuffer receiveAcks() {
            AckBuffer acks = inbound.acks().take();
            return acks == null ? new AckBuffer() : acks;
        }

        @Override
        public void pause(int task, boolean on) {
            signs[task].set(on);
        }

        @Override
        public boolean encodes() {
            return false;
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
