// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron IPC, each producer with an exclusive publication, which is its fastest. The driver runs in the consumer's
 * process and sleeps for a millisecond at a time: it passes no messages on, but moves the publishers' limit by half a
 * term each time, so terms are not small.
 */
final class AeronMedium implements Medium {
    private static final String CHANNEL = "aeron:ipc?term-length=";
    private static final int STREAM = 1;
    private static final int MIN_TERM = 16 << 20;
    private static final int FRAGMENT_LIMIT = 256;

    private final boolean backoff;

    AeronMedium(boolean backoff) {
        this.backoff = backoff;
    }

    private static int termFor(int length) {
        return Math.max(MIN_TERM, Message.capacityFor(length));
    }

    private static Aeron connect(Path directory) {
        return Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(directory.resolve("aeron").toString())
                .idleStrategy(new SleepingMillisIdleStrategy(1)));
    }

    @Override
    public Receiver receiver(Path directory, int length, Sink sink) {
        MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory.resolve("aeron").toString())
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .dirDeleteOnShutdown(true));
        Aeron aeron = connect(directory);
        Subscription subscription = aeron.addSubscription(CHANNEL + termFor(length), STREAM);
        FragmentHandler handler = new FragmentAssembler(
                (buffer, offset, bytes, header) -> AgronaMedium.handOver(sink, buffer, offset, bytes), length);
        IdleStrategy idle = AgronaMedium.idle(backoff);
        return new Receiver() {
            @Override
            public int poll() {
                return subscription.poll(handler, FRAGMENT_LIMIT);
            }

            @Override
            public void receive(Recorder recorder) {
                while (!recorder.isDone()) {
                    idle.idle(poll());
                }
            }

            @Override
            public void close() {
                subscription.close();
                aeron.close();
                driver.close();
            }
        };
    }

    @Override
    public Sender sender(Path directory, int length) {
        Aeron aeron = connect(directory);
        ExclusivePublication publication = aeron.addExclusivePublication(CHANNEL + termFor(length), STREAM);
        UnsafeBuffer template = new UnsafeBuffer(Message.template(length));
        BufferClaim claim = new BufferClaim();
        return new Sender() {
            @Override
            public boolean send(long stamp, long number) {
                if (length > publication.maxPayloadLength()) {
                    template.putLong(Message.STAMP, stamp);
                    template.putLong(Message.NUMBER, number);
                    return publication.offer(template, 0, length) > 0;
                }
                if (publication.tryClaim(length, claim) < 0) {
                    return false;
                }
                AgronaMedium.write((UnsafeBuffer) claim.buffer(), claim.offset(), length, stamp, number);
                claim.commit();
                return true;
            }

            @Override
            public void close() {
                publication.close();
                aeron.close();
            }
        };
    }
}
