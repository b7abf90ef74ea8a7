// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.SpoutCollector;
import io.millrace.api.config.Guarantee;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much it costs to tell event time of many short files. */
class FileTimesTest {

    private static final int FILES = 500;

    private final FakeTask engine = new FakeTask(0, 1, Guarantee.AT_LEAST_ONCE);
    private final List<SourceFile> files = new ArrayList<>(IntStream.range(0, FILES)
            .mapToObj(number -> new SourceFile("inode:" + number, number, Path.of("f" + number), 0))
            .toList());

    /** Files that were looked at, and numbers that were given to the engine. */
    private int steps;

    private FileTimes times(long quietNanos) {
        return new FileTimes(
                () -> new AbstractList<>() {
                    @Override
                    public SourceFile get(int index) {
                        steps++;
                        return files.get(index);
                    }

                    @Override
                    public int size() {
                        return files.size();
                    }
                },
                counted(),
                quietNanos);
    }

    private SpoutCollector counted() {
        var out = engine.spoutOut();
        return (SpoutCollector) Proxy.newProxyInstance(
                out.getClass().getClassLoader(), new Class<?>[] {SpoutCollector.class}, (self, method, arguments) -> {
                    steps += arguments[0] instanceof int[] all ? all.length : 1;
                    return method.invoke(out, arguments);
                });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000})
    void theEndOfAFileCostsTheSameHoweverManyThereAre(long quietNanos) {
        FileTimes times = times(quietNanos);
        files.forEach(file -> file.unread = true);
        times.scanned(0);
        assertThat(engine.partitions).hasSize(FILES);
        assertThat(engine.backlog).hasSize(FILES);
        int before = steps;
        for (SourceFile file : files) {
            times.from(file);
            times.ends(file, file.number);
        }
        assertThat(engine.backlog).isEmpty();
        assertThat(engine.partitions).hasSize(quietNanos == 0 ? 0 : FILES);
        for (long now = 0; now < quietNanos + FILES; now++) {
            times.run(now);
        }
        assertThat(engine.partitions).isEmpty();
        for (SourceFile file : files) {
            times.begins(file);
        }
        assertThat(engine.partitions).hasSize(FILES);
        assertThat(steps - before).isLessThanOrEqualTo(4 * FILES);
    }

    @Test
    void eachFileLeavesWhenItHasBeenQuietForLong() {
        FileTimes times = times(100);
        SourceFile first = files.get(0);
        SourceFile second = files.get(1);
        files.subList(2, FILES).clear();
        first.unread = true;
        second.unread = true;
        times.scanned(0);
        times.ends(second, 10);
        times.ends(first, 20);
        assertThat(times.deadline()).isEqualTo(110);
        times.run(109);
        assertThat(engine.partitions).containsExactlyInAnyOrder(0, 1);
        times.run(110);
        assertThat(engine.partitions).containsExactly(0);
        times.begins(first);
        assertThat(times.deadline()).isEqualTo(Long.MAX_VALUE);
        assertThat(engine.backlog).containsExactly(0);
        times.ends(first, 200);
        times.scanned(250);
        assertThat(times.deadline()).isEqualTo(300);
        times.run(300);
        assertThat(engine.partitions).isEmpty();
    }
}
