// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.liveness.SharedDirectory;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file that is cut short while JVMs have it mapped: the next access is an error in the thread that makes it, and the
 * JVM lives. How often a path was run before matters: the interpreter and each compiler meet such a fault in a way of
 * their own.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TruncatedRingIT {
    private static final List<String> USES = List.of("poll", "pollHard", "offer", "batch");
    private static final List<String> MORE_USES =
            List.of("offerOnly", "fragments", "abort", "requestWake", "reclaim", "flag", "isClosed", "counters");
    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    private Path base;

    static Stream<Arguments> cases() {
        Stream.Builder<Arguments> cases = Stream.builder();
        cases.add(Arguments.of("poll", 1, 0)).add(Arguments.of("batch", 50_000, 0));
        cases.add(Arguments.of("pollHard", 50_000, 0)).add(Arguments.of("register", 1, 0));
        // The head and the slots are left: the ring works until it comes to its lost cells.
        cases.add(Arguments.of("offer", 1, 400_000)).add(Arguments.of("fragments", 50_000, 400_000));
        if (LONG) {
            for (String use : Stream.concat(USES.stream(), MORE_USES.stream()).toList()) {
                for (int before : new int[] {1, 20, 50, 150, 200, 300, 600, 1000, 3000, 5000, 20_000, 50_000}) {
                    cases.add(Arguments.of(use, before, 0));
                }
            }
        }
        return cases.build();
    }

    @BeforeEach
    void makeDirectory() throws Exception {
        base = Files.createTempDirectory(SharedDirectory.defaultBase().getParent(), "millrace-cut-");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(SharedDirectory.removeDead(base)).hasSize(1);
        Files.delete(base);
    }

    @ParameterizedTest(name = "{0}, done {1} times before, {2} bytes left")
    @MethodSource("cases")
    void isAnErrorOfTheThreadAndNotTheEndOfTheJvm(String use, int before, int left) throws Exception {
        Path jdk = Path.of(System.getProperty("java.home"));
        try (ChildJvm child = ChildJvm.start(jdk, Map.of(), ChildOfTruncatedRing.class, base, use, before)) {
            child.await("ready");
            try (Stream<Path> files = Files.walk(base)) {
                Path ring = files.filter(file -> file.endsWith("test.ring"))
                        .findFirst()
                        .orElseThrow();
                try (RandomAccessFile file = new RandomAccessFile(ring.toFile(), "rw")) {
                    file.setLength(left);
                }
            }
            child.goOn();
            String clear = "was cut short while it was in use, " + left + " of its";
            // Compiled code learns of the fault a little later, perhaps in the caller: then the JVM's own words are
            // all.
            String late = "java.lang.InternalError: a fault occurred in a";
            switch (use) {
                case "register" -> assertThat(child.nextLine()).contains("it is truncated");
                case "poll", "offer", "batch" ->
                    assertThat(child.nextLine()).containsAnyOf(clear, before == 1 && left == 0 ? clear : late);
                default -> assertThat(child.nextLine()).containsAnyOf(clear, late);
            }
            child.awaitEnd();
        }
    }
}
