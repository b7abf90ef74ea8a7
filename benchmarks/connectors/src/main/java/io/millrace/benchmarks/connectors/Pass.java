// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * One reading of all messages of a source, from the first one to the last one. It counts what it reads; one thread
 * counts.
 */
final class Pass {

    /** Reads all messages once. */
    @FunctionalInterface
    interface Reading {
        void read(Pass pass) throws IOException, InterruptedException;
    }

    private final long expectedMessages;
    private final long expectedBytes;
    private long messages;
    private long bytes;
    private long beganNanos;
    private long beganCpuNanos;

    /** Written last by the thread that counts. */
    private volatile Outcome outcome;

    private Pass(Job job) {
        expectedMessages = job.messages();
        expectedBytes = job.messages() * job.bytes();
    }

    /**
     * Reads until the warm-up is over, and then for the time that is recorded, of which the start and end of topologies
     * are no part.
     */
    static Outcome repeat(Job job, Reading reading) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(job.warmUpMillis());
        while (System.nanoTime() - end < 0) {
            one(job, reading);
        }
        long events = 0;
        long nanos = 0;
        long cpuNanos = 0;
        end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(job.millis());
        do {
            Outcome each = one(job, reading);
            events += each.events();
            nanos += each.nanos();
            cpuNanos += each.cpuNanos();
        } while (System.nanoTime() - end < 0);
        return new Outcome(events, nanos, cpuNanos);
    }

    private static Outcome one(Job job, Reading reading) throws IOException, InterruptedException {
        Pass pass = new Pass(job);
        reading.read(pass);
        Outcome outcome = pass.outcome;
        if (outcome == null) {
            throw new IOException("of " + pass.expectedMessages + " messages only " + pass.messages + " were read");
        }
        return outcome;
    }

    /** A message was read. More than there are, or another number of bytes, is an error. */
    void read(String message) {
        if (messages == 0) {
            beganCpuNanos = ProcessCpu.nanos();
            beganNanos = System.nanoTime();
        }
        messages++;
        bytes += message.length();
        if (messages >= expectedMessages) {
            long nanos = System.nanoTime() - beganNanos;
            if (messages > expectedMessages || bytes != expectedBytes) {
                throw new IllegalStateException(messages + " messages of " + bytes + " bytes were read instead of "
                        + expectedMessages + " of " + expectedBytes);
            }
            outcome = new Outcome(messages, nanos, ProcessCpu.nanos() - beganCpuNanos);
        }
    }
}
