// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import io.millrace.benchmarks.machine.Child;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** How a benchmark of latency runs unless its command says otherwise: each call's time, for percentiles. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {
            LatencyBenchmark.COLLECTOR,
            LatencyBenchmark.AGRONA,
            LatencyBenchmark.NATIVE_SOCKETS,
            LatencyBenchmark.NO_LEAK_DETECTION,
            LatencyBenchmark.QUIET
        })
public abstract class LatencyBenchmark {

    static final String COLLECTOR = "-XX:+UseSerialGC";

    /** Agrona and Aeron do not run without it. */
    static final String AGRONA = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    /** Without it the transport does not use epoll from Java 24 on. */
    static final String NATIVE_SOCKETS = "--enable-native-access=ALL-UNNAMED";

    /** Workers run with it too. */
    static final String NO_LEAK_DETECTION = "-Dio.netty.leakDetection.level=disabled";

    static final String QUIET = "-Dslf4j.internal.verbosity=ERROR";

    /** The same, for other processes. */
    static final List<String> FLAGS = List.of(COLLECTOR, AGRONA, NATIVE_SOCKETS, NO_LEAK_DETECTION, QUIET);

    /** The command of the process that echoes. */
    static List<String> peer(Class<?> main, Object... arguments) {
        return Child.java(
                FLAGS, main, Stream.of(arguments).map(Object::toString).toList());
    }
}
