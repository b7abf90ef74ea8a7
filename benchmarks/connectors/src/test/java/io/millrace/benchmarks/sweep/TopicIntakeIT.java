// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.macro.EventTopics;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sweep's way through Kafka: its server is on the class path of this module only. */
@Timeout(240)
class TopicIntakeIT {

    private static final int[] SIZES = {100, 10_000_000, 100_000};

    @TempDir
    private Path directory;

    @Test
    void messagesUpToTheLargestComeWholeAndInOrder() throws Exception {
        try (EventTopics topics = EventTopics.find()) {
            EventTopics.Opened topic = topics.openMessages(directory);
            Outlet outlet = Intake.KAFKA.outlet(directory);
            Inlet inlet = Intake.KAFKA.inlet(directory);
            for (int i = 0; i < 2 * SIZES.length; i++) {
                outlet.write(Message.of(Message.content(SIZES[i % SIZES.length]), i, 1, 0));
            }
            for (int i = 0; i < 2 * SIZES.length; i++) {
                byte[] message;
                do {
                    message = inlet.poll();
                } while (message == null);
                assertThat(Message.read(message).isWhole()).isTrue();
                assertThat(Message.read(message).number()).isEqualTo(i);
                assertThat(message).hasSize(SIZES[i % SIZES.length]);
            }
            assertThat(inlet.poll()).isNull();
            topic.close();
        }
    }
}
