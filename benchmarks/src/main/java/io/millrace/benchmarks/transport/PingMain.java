package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * The process that asks, one question at a time. Arguments: medium, own host, host, port, length, at most so many questions per second, and
 * fewer by what sleeps end late (0: the next one as soon as there is an answer), seconds of warm-up, seconds recorded.
 */
public final class PingMain {

    private static final long MAX_NANOS = TimeUnit.MINUTES.toNanos(1);

    private PingMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        int perSecond = Integer.parseInt(arguments[5]);
        long pause = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
        long warmUp = (long) (Double.parseDouble(arguments[6]) * TimeUnit.SECONDS.toNanos(1));
        long recorded = (long) (Double.parseDouble(arguments[7]) * TimeUnit.SECONDS.toNanos(1));
        Histogram oneWay = new Histogram(1, MAX_NANOS, 3);
        CountDownLatch done = new CountDownLatch(1);
        long from = System.nanoTime() + warmUp;
        Medium.RoundTrips roundTrips = nanos -> {
            long since = System.nanoTime() - from;
            if (since > 0) {
                oneWay.recordValue(Math.max(1, Math.min(MAX_NANOS, nanos / 2)));
            }
            if (since < recorded) {
                // The event loop has nothing else to do
                LockSupport.parkNanos(pause - nanos);
                return true;
            }
            done.countDown();
            return false;
        };
        try (Medium.Answering asking = Medium.of(arguments[0])
                .ask(
                        arguments[1],
                        arguments[2],
                        Integer.parseInt(arguments[3]),
                        Integer.parseInt(arguments[4]),
                        roundTrips)) {
            System.out.println(Child.READY + " " + asking.port());
            done.await();
        }
        Figures figures = new Figures();
        figures.put("perSecond", oneWay.getTotalCount() * 1e9 / recorded);
        for (double percentile : new double[] {50, 99, 99.9}) {
            figures.put(Figures.percentile(percentile), oneWay.getValueAtPercentile(percentile) / 1e3);
        }
        figures.put("max", oneWay.getMaxValue() / 1e3);
        System.out.println(figures.line());
    }
}
