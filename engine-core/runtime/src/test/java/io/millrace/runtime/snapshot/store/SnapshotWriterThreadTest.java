// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.codec.ValuesCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SnapshotWriterThreadTest {

    private final MemoryStore store = new MemoryStore();
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private SnapshotWriterThread start() {
        SnapshotListener listener = new SnapshotListener() {
            @Override
            public void written(long generation, long snapshotId, WorkerPart part, long wholeBytes, WriteTimes times) {
                heard.add(snapshotId + " " + part.file().isEmpty());
            }

            @Override
            public void failed(long generation, long snapshotId, String reason) {
                heard.add(snapshotId + " " + reason);
            }
        };
        SnapshotWriter.Owner owner = new SnapshotWriter.Owner(ManifestsTest.NAMES, "w", 1);
        return new SnapshotWriterThread(
                "snapshot writer",
                wake -> new SnapshotWriter(store, owner, new ValuesCodec(List.of()), System::nanoTime, listener, wake));
    }

    /** A wake-up that is lost between the last look and the park would leave a snapshot waiting for ever. */
    @Test
    void executorsHandOverWhileTheThreadWritesAndSleeps() throws InterruptedException {
        int tasks = 4;
        int snapshots = 2000;
        ConcurrentLinkedQueue<FakeCapture> captures = new ConcurrentLinkedQueue<>();
        try (SnapshotWriterThread thread = start()) {
            List<LinkedBlockingQueue<Integer>> triggers = new ArrayList<>();
            List<Thread> executors = new ArrayList<>();
            for (int t = 0; t < tasks; t++) {
                int task = t;
                LinkedBlockingQueue<Integer> trigger = new LinkedBlockingQueue<>();
                triggers.add(trigger);
                executors.add(new Thread(() -> {
                    try {
                        for (int id = trigger.take(); id > 0; id = trigger.take()) {
                            FakeCapture capture = new FakeCapture(Map.of(task, "x" + id));
                            captures.add(capture);
                            thread.writer()
                                    .add(
                                            1,
                                            id,
                                            new TaskCapture(
                                                    "count", task, 0, List.of(new TaskCapture.States(capture, 0))));
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
            executors.forEach(Thread::start);
            for (int id = 1; id <= snapshots; id++) {
                int current = id;
                // The begin races with the captures
                triggers.forEach(trigger -> trigger.add(current));
                thread.writer().begin(1, id, tasks);
                assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo(id + " false");
            }
            triggers.forEach(trigger -> trigger.add(0));
            for (Thread executor : executors) {
                executor.join();
            }
        }
        assertThat(store.objects).hasSize(snapshots);
        assertThat(captures).hasSize(snapshots * tasks).allMatch(capture -> capture.released);
    }

    @Test
    void closeDropsWhatIsInProgressAndEndsTheThread() {
        FakeCapture capture = new FakeCapture(Map.of(1, "x"));
        SnapshotWriterThread thread = start();
        thread.writer().begin(1, 1, 2);
        thread.writer().add(1, 1, new TaskCapture("count", 0, 0, List.of(new TaskCapture.States(capture, 0))));
        thread.close();
        thread.close();
        assertThat(store.drafts).isEmpty();
        assertThat(capture.released).isTrue();
        assertThat(heard).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().equals("snapshot writer"));
    }
}
