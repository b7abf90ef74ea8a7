// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.api.Fields;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.runtime.link.CycleEdges;
import io.millrace.runtime.link.ExecutorBell;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.link.QueueLink;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/** Both ends of a direction between two threads of a process, by which objects go. */
record QueueEnds(Sending sending, Receiving receiving) {

    private static final int CAPACITY = 1024;

    static QueueEnds of(String medium, int length) {
        return switch (medium) {
            case "millrace" -> millrace(new byte[length]);
            case "agrona" -> agrona(new byte[length]);
            default -> throw new IllegalArgumentException("no queue is called " + medium + ": use millrace or agrona");
        };
    }

    /** The link from one executor to another one of its worker, without components. */
    private static QueueEnds millrace(byte[] payload) {
        StreamRef stream = new StreamRef("source", 0, "default", Fields.of("number", "payload"), false);
        Inbound inbound = new Inbound(CAPACITY, ExecutorBell.fixed(new ThreadDoorbell()));
        Paths paths = new Paths(1);
        PauseSign[] signs = {null, new PauseSign(Long.MAX_VALUE)};
        QueueLink link = new QueueLink(inbound, signs, CycleEdges.NO_CYCLES, new ThreadDoorbell(), paths);
        Word newest = Word.ofThisProcess();
        return new QueueEnds(
                number -> {
                    boolean taken = link.offer(new DataTuple(stream, 1, 1, 0, new Object[] {number, payload}));
                    paths.handOver();
                    return taken;
                },
                () -> {
                    DataTuple tuple = inbound.poll();
                    if (tuple != null) {
                        newest.setRelease(tuple.getLong(0));
                        tuple.releaseCredit();
                        inbound.roomMade();
                    }
                    return newest.getAcquire();
                });
    }

    private static QueueEnds agrona(byte[] payload) {
        ManyToOneConcurrentArrayQueue<Object[]> queue = new ManyToOneConcurrentArrayQueue<>(CAPACITY);
        Word newest = Word.ofThisProcess();
        return new QueueEnds(number -> queue.offer(new Object[] {number, payload}), () -> {
            Object[] values = queue.poll();
            if (values != null) {
                newest.setRelease((long) values[0]);
            }
            return newest.getAcquire();
        });
    }
}
