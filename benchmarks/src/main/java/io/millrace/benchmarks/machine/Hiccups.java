// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What a machine adds to any latency, however good a program is: how long threads that do nothing but look at the clock
 * are kept from it, by other processes, by interrupts, or by the host of a virtual machine. No engine that runs on as
 * many threads has a lower percentile. After Gil Tene's jHiccup, which sleeps where this spins.
 */
public final class Hiccups {

    private static final String USAGE = "[--threads=n] [--seconds=n]";

    /** Looks that are further apart are a gap; a look takes some tens of nanoseconds. */
    private static final long GAP_NANOS = 5_000;

    private static final int MOST_GAPS = 1 << 20;

    private final long spunNanos;

    /** Ascending. */
    private final long[] gaps;

    /**
     * @param spunNanos by all threads together
     * @param gaps in nanoseconds, in any order
     */
    Hiccups(long spunNanos, long[] gaps) {
        this.spunNanos = spunNanos;
        this.gaps = gaps.clone();
        Arrays.sort(this.gaps);
    }

    /** Prints what as many threads see as there are cores, and one thread; then how late sleeps end. */
    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, Hiccups::run);
    }

    private static void run(Options options) throws InterruptedException {
        int threads = options.take("threads", Runtime.getRuntime().availableProcessors(), 1);
        int seconds = options.take("seconds", 10, 1);
        System.out.println(Machine.describe());
        System.out.println(of(threads, seconds).describe(threads));
        if (threads > 1) {
            System.out.println(of(1, seconds).describe(1));
        }
        Sleeps.print(seconds);
    }

    /** Keeps so many threads spinning for so long. */
    public static Hiccups of(int threads, int seconds) throws InterruptedException {
        List<Spinner> spinners = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            spinners.add(new Spinner(TimeUnit.SECONDS.toNanos(seconds)));
        }
        spinners.forEach(Thread::start);
        for (Spinner spinner : spinners) {
            spinner.join();
        }
        return new Hiccups(
                spinners.stream().mapToLong(spinner -> spinner.spun).sum(),
                spinners.stream().flatMapToLong(Spinner::gaps).toArray());
    }

    /** Describes them in one line. */
    public String describe(int threads) {
        return String.format(
                "the machine alone, %d spinning %s: p99 %.1f µs, p99.9 %.1f µs, longest gap %.1f µs",
                threads,
                threads == 1 ? "thread" : "threads",
                micros(99),
                micros(99.9),
                gaps.length == 0 ? 0 : gaps[gaps.length - 1] / 1e3);
    }

    /**
     * The delay, in microseconds, that this share of the tuples stays below which arrive at some time at one of the
     * threads, each time as likely as any other. A tuple that arrives within a gap waits for its end.
     */
    public double micros(double percentile) {
        double late = (1 - percentile / 100) * spunNanos;
        double sum = 0;
        for (int longest = 1; longest <= gaps.length; longest++) {
            sum += gaps[gaps.length - longest];
            double delay = (sum - late) / longest;
            if (delay >= 0 && (longest == gaps.length || delay >= gaps[gaps.length - longest - 1])) {
                return delay / 1e3;
            }
        }
        return 0;
    }

    private static final class Spinner extends Thread {

        private final long nanos;
        private final long[] gaps = new long[MOST_GAPS];
        private int count;
        private long spun;

        Spinner(long nanos) {
            super("hiccups");
            this.nanos = nanos;
        }

        @Override
        public void run() {
            long begin = System.nanoTime();
            long before = begin;
            while (before - begin < nanos) {
                long now = System.nanoTime();
                if (now - before > GAP_NANOS && count < MOST_GAPS) {
                    gaps[count++] = now - before;
                }
                before = now;
            }
            spun = before - begin;
        }

        LongStream gaps() {
            return Arrays.stream(gaps, 0, count);
        }
    }
}
