// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.ResultLine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The process that asks, one question at a time. Arguments: medium, own host, host, port, length, questions per second
 * as long as answers are as fast (0: the next one as soon as there is an answer), seconds of warm-up, seconds recorded.
 */
public final class PingMain {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_NANOS = 60 * SECOND;

    private PingMain() {}

    /**
     * Records half of each round trip, and waits until the next question is due: the event loop has nothing else to do.
     */
    private static final class Questions implements Medium.RoundTrips {

        final Histogram oneWay = new Histogram(1, MAX_NANOS, 3);
        final CountDownLatch done = new CountDownLatch(1);
        private final long pauseNanos;
        private final long from;
        private final long until;
        private long due = System.nanoTime();

        Questions(int perSecond, long warmUpNanos, long recordedNanos) {
            pauseNanos = perSecond == 0 ? 0 : SECOND / perSecond;
            from = System.nanoTime() + warmUpNanos;
            until = from + recordedNanos;
        }

        @Override
        public boolean onAnswer(long nanos) {
            long now = System.nanoTime();
            if (now - from > 0) {
                oneWay.recordValue(Math.max(1, Math.min(MAX_NANOS, nanos / 2)));
            }
            if (now - until >= 0) {
                done.countDown();
                return false;
            }
            // Questions that a slow answer left out are not asked later
            due = Math.max(due + pauseNanos, now);
            LockSupport.parkNanos(due - now);
            return true;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        long recorded = (long) (Double.parseDouble(arguments[7]) * SECOND);
        Questions questions = new Questions(
                Integer.parseInt(arguments[5]), (long) (Double.parseDouble(arguments[6]) * SECOND), recorded);
        try (Medium.Answering asking = Medium.of(arguments[0])
                .ask(
                        arguments[1],
                        arguments[2],
                        Integer.parseInt(arguments[3]),
                        Integer.parseInt(arguments[4]),
                        questions)) {
            System.out.println(Child.READY + " " + asking.port());
            questions.done.await();
        }
        Histogram oneWay = questions.oneWay;
        ResultLine figures = new ResultLine();
        figures.put("perSecond", (double) oneWay.getTotalCount() * SECOND / recorded);
        figures.putMicros(oneWay);
        System.out.println(figures.line());
    }
}
