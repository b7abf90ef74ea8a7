// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpillSettingsTest {

    private static final Path DATA = Path.of("/var/lib/millrace");

    @Test
    void theDefaultsMakeBlocksOfOneMebibyteAndSegmentsOf64() {
        SpillSettings settings = SpillSettings.of(Config.of(Map.of()), DATA, "node 1", 4);

        assertThat(settings.memoryBytes()).as("half of topology.queue.memory").isEqualTo(128L << 20);
        assertThat(settings.diskBytes()).isEqualTo(8L << 30);
        assertThat(settings.blockBytes()).isEqualTo(1 << 20);
        assertThat(settings.segmentBytes()).isEqualTo(64 << 20);
        assertThat(settings.base().getParent()).isEqualTo(DATA);
        assertThat(settings.base().getFileName().toString()).matches("millrace-queues-[A-Za-z0-9_.-]+-node_1");
    }

    @Test
    void manyQueuesHaveSmallBlocksSoThatTheirOwnTakeASixteenthOfTheMemory() {
        SpillSettings settings = SpillSettings.of(Config.of(Map.of()), DATA, "n", 200);

        assertThat(settings.blockBytes()).isEqualTo(16 << 10);
        assertThat(2L * 200 * settings.blockBytes()).isLessThanOrEqualTo(settings.memoryBytes() / 16);
    }

    @Test
    void theDirectoryCanBeSet() {
        SpillSettings settings = SpillSettings.of(
                Config.of(Map.of("topology.queue.dir", "/mnt/fast", "topology.queue.disk", "1024 GiB")), DATA, "n", 1);

        assertThat(settings.base()).startsWithRaw(Path.of("/mnt/fast"));
        assertThat(settings.diskBytes() / settings.segmentBytes()).isEqualTo(512);
    }

    @Test
    void memoryOfWhichHalfIsForLessThanFourLongestTuplesIsRefusedWithBothValues() {
        Config config = Config.of(Map.of("topology.queue.memory", "32 MiB"));

        assertThatThrownBy(() -> SpillSettings.of(config, DATA, "n", 1))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "topology.queue.memory is 32 MiB, and a tuple may have 16 MiB (topology.message.max.bytes): set"
                                + " at least 128 MiB, or lower topology.message.max.bytes, or set topology.queue.disk to 0 B");
    }

    @Test
    void memoryForFewerQueuesThanThereAreIsRefusedWithBothValues() {
        Config config = Config.of(Map.of("topology.queue.memory", "1 MiB", "topology.message.max.bytes", "100 KiB"));

        assertThatThrownBy(() -> SpillSettings.of(config, DATA, "n", 9))
                .isInstanceOf(TopologyException.class)
                .hasMessage("topology.queue.memory is 1 MiB, and the worker has 9 queues: set at least"
                        + " 2304 KiB, or use more workers (topology.workers), or set topology.queue.disk to 0 B");
    }

    @Test
    void aProcessThatGetsLessMemoryThanItMayHaveUsesWhatThereIs() {
        List<String> log = new ArrayList<>();
        VirtualDisk disk = new VirtualDisk();
        int[] left = {12};
        SpillSettings settings = new SpillSettings(DATA, 128 << 10, 0, 4 << 10, 1);
        try (SpillSpace space = new SpillSpace(
                settings,
                () -> 0,
                disk,
                bytes -> {
                    if (left[0]-- == 0) {
                        throw new OutOfMemoryError("none");
                    }
                    return ByteBuffer.allocate(bytes);
                },
                log::add)) {
            SpillQueue queue = space.open("q", () -> {});
            int offered = Rig.fill(queue, 0, 1_000);

            assertThat(offered).isBetween(4 * 10, 4 * 12);
            assertThat(log)
                    .containsExactly(
                            "the queues get 40960 bytes of memory beside their own, less than topology.queue.memory:"
                                    + " lower it, or add -XX:MaxDirectMemorySize to topology.worker.options");
            for (int i = 0; i < offered; i++) {
                ByteBuffer polled = queue.poll();
                if (polled == null) {
                    space.agent().doWork();
                    polled = queue.poll();
                }
                assertThat(polled.slice()).isEqualTo(Rig.record(i, 1_000));
            }
        }
    }
}
