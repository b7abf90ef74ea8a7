// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Uses a ring whose file is truncated meanwhile until a call fails, and prints the error. */
final class ChildOfTruncatedRing {
    private static final int PATIENCE = 2_000;
    private static final int COMPILED_PATIENCE = 2_000_000;

    private ChildOfTruncatedRing() {}

    private interface Use {
        void once() throws Exception;
    }

    /** Arguments: base of shared directories, what to do, how often before the file is truncated. */
    public static void main(String[] arguments) throws Exception {
        SharedDirectory own = SharedDirectory.create(Path.of(arguments[0]), "child");
        Path path = own.path().resolve("test.ring");
        RingConsumer consumer = RingConsumer.create(path, RingConfig.defaults(), own.lock());
        RingProducer producer = RingProducer.open(path, own.lock(), consumer.doorbell());
        RingCounters counters = RingCounters.open(path);
        Doorbell bell = consumer.doorbell();
        ByteBuffer message = ByteBuffer.allocate(100);
        ByteBuffer longMessage = ByteBuffer.allocate(300_000);
        MessageHandler handler = (task, buffer, offset, length) -> buffer.getInt(offset);
        Map<String, Use> uses = new HashMap<>();
        uses.put("poll", () -> consumer.poll(handler, 10));
        uses.put("pollHard", () -> {
            bell.prepareWait();
            consumer.poll(handler, 10);
            bell.cancelWait();
        });
        uses.put("offer", () -> {
            producer.offer(1, message, 0, 100, 0);
            consumer.poll(handler, 10);
        });
        uses.put("offerOnly", () -> producer.offer(1, message, 0, 100, 0));
        uses.put("fragments", () -> {
            producer.offer(1, longMessage, 0, longMessage.limit(), 0);
            consumer.poll(handler, 10);
        });
        uses.put("batch", () -> {
            if (producer.tryClaimBatch(1000, 0)) {
                while (producer.append(1, message, 0, 100)) {}
                producer.commit();
            }
            consumer.poll(handler, 10);
        });
        uses.put("abort", () -> {
            if (producer.tryClaim(1, 100, 0)) {
                producer.abort();
            }
            consumer.poll(handler, 10);
        });
        uses.put("requestWake", producer::requestWake);
        uses.put("reclaim", consumer::reclaim);
        uses.put("flag", () -> consumer.flag(1, producer.flag(1)));
        uses.put("isClosed", producer::isClosed);
        uses.put("counters", counters::toString);
        uses.put("register", () -> RingProducer.open(path, own.lock(), null).close());
        Use use = uses.get(arguments[1]);
        int before = Integer.parseInt(arguments[2]);
        for (int i = 0; i < before; i++) {
            use.once();
        }
        ChildJvm.pause("ready");
        try {
            // The interpreter throws at once, compiled code when it next enters the virtual machine.
            int calls = before < PATIENCE ? PATIENCE : COMPILED_PATIENCE;
            for (int i = 0; i < calls; i++) {
                use.once();
            }
            System.out.println("no error in " + calls + " calls");
        } catch (Throwable e) {
            System.out.println(e);
        }
        Runtime.getRuntime().halt(0);
    }
}
