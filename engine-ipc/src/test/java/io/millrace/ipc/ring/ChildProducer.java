package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Path;
import java.util.Random;

/** The producer's side of the tests with two JVMs. */
final class ChildProducer {
    private ChildProducer() {}

    /** Arguments: ring, base of shared directories, number of messages, step to pause at in the last message, or NONE. */
    public static void main(String[] arguments) throws Exception {
        Path ring = Path.of(arguments[0]);
        int messages = Integer.parseInt(arguments[2]);
        String pauseAt = arguments[3];
        boolean[] last = {messages == 1};
        FailPoint pause = step -> {
            if (last[0] && step.name().equals(pauseAt)) {
                ChildJvm.pause("paused");
            }
        };
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[1]), "child");
                Doorbell bell = Doorbells.create(own.path().resolve("bell"));
                RingProducer producer = RingProducer.open(ring, own.lock(), bell, pause)) {
            Random random = new Random(1);
            for (int sequence = 0; sequence < messages; sequence++) {
                last[0] = sequence == messages - 1;
                int length = SoakMessages.HEAD + random.nextInt(1000);
                while (!producer.tryClaim(sequence, length, 0)) {
                    bell.prepareWait();
                    producer.requestWake();
                    if (producer.tryClaim(sequence, length, 0)) {
                        bell.cancelWait();
                        break;
                    }
                    bell.block();
                }
                if (last[0] && pauseAt.equals("WRITTEN_IN_PART")) {
                    producer.buffer().putInt(producer.offset(), -1);
                    ChildJvm.pause("paused");
                }
                SoakMessages.write(producer.buffer(), producer.offset(), length, 0, sequence, random);
                producer.commit();
            }
        }
        System.out.println("done");
    }
}
