// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import com.sun.management.ThreadMXBean;
import io.millrace.benchmarks.machine.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A process of producers, one per thread:
 * {@code medium directory length index threads perSecond idle warmUpSeconds seconds}. At a rate, every message bears
 * the time at which it should have been sent, whether or not it could be.
 */
public final class ProducerMain {
    private static final long COARSE_NANOS = 150_000;
    private static final double NANOS = 1e9;

    /** Failed attempts before the thread gives its core to others: there may be more producers than cores. */
    private static final int SPINS = 100;

    private final Medium.Sender sender;
    private final int producer;
    private long sequence;

    private ProducerMain(Medium.Sender sender, int producer) {
        this.sender = sender;
        this.producer = producer;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int first = Integer.parseInt(arguments[3]);
        int threads = Integer.parseInt(arguments[4]);
        List<CompletableFuture<Double>> allocated = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int producer = first * threads + i;
            CompletableFuture<Double> result = new CompletableFuture<>();
            allocated.add(result);
            new Thread(() -> result.completeAsync(() -> run(arguments, producer), Runnable::run), "producer-" + i)
                    .start();
        }
        double most = 0;
        for (CompletableFuture<Double> result : allocated) {
            most = Math.max(most, result.join());
        }
        System.out.println(Child.RESULT + " producerAllocatedPerMessage=" + Math.round(100.0 * most) / 100.0);
    }

    /** Sends what one producer has to send; returns the bytes that it allocated per message. */
    private static double run(String[] arguments, int producer) {
        int length = Integer.parseInt(arguments[2]);
        int perSecond = Integer.parseInt(arguments[5]);
        boolean idle = Boolean.parseBoolean(arguments[6]);
        long warmUpNanos = (long) (Double.parseDouble(arguments[7]) * NANOS);
        long nanos = (long) (Double.parseDouble(arguments[8]) * NANOS);
        try (Medium.Sender sender = Medium.of(arguments[0]).sender(Path.of(arguments[1]), length)) {
            ProducerMain main = new ProducerMain(sender, producer);
            main.flood(warmUpNanos, Message.WARM_UP);
            long before = allocated();
            if (idle) {
                main.send(System.nanoTime());
                main.flush();
                LockSupport.parkNanos(nanos);
            } else if (perSecond > 0) {
                main.pace(warmUpNanos, nanos, NANOS / perSecond);
            } else {
                main.flood(nanos, System.nanoTime());
            }
            long allocated = allocated() - before;
            main.send(Message.END);
            main.flush();
            return 1.0 * allocated / main.sequence;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private void flood(long nanos, long stamp) {
        long began = System.nanoTime();
        do {
            for (int i = 0; i < 64; i++) {
                send(stamp);
            }
        } while (System.nanoTime() - began < nanos);
        flush();
    }

    /** Warm messages first at the same rate, so that the consumer's caches, and its sleep, are those of the rate. */
    private void pace(long warmUpNanos, long nanos, double interval) {
        long began = System.nanoTime();
        for (long i = 0; ; i++) {
            long intended = began + (long) (i * interval);
            if (intended - began > warmUpNanos + nanos) {
                return;
            }
            for (long left; (left = intended - System.nanoTime()) > 0; ) {
                if (left > COARSE_NANOS) {
                    LockSupport.parkNanos(left - COARSE_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            send(intended - began < warmUpNanos ? Message.WARM_UP : intended);
        }
    }

    private void send(long stamp) {
        long number = Message.number(producer, sequence++);
        for (int attempts = 0; !sender.send(stamp, number); attempts++) {
            giveWay(attempts);
        }
    }

    private void flush() {
        for (int attempts = 0; !sender.flush(); attempts++) {
            giveWay(attempts);
        }
    }

    private static void giveWay(int attempts) {
        if (attempts < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
