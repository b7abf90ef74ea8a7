// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.Fields;
import io.millrace.api.TaskContext;
import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.operators.Bolts;
import io.millrace.operators.batch.BatchBolt;
import io.millrace.operators.batch.BatchingBolt;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What it costs to collect a record and to call a function that does nothing; per record, one thread. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC"})
public class BatchMicroBenchmark extends MicroBenchmark {

    private static final int RECORDS = 1_000;

    /** Records of a batch. */
    @Param({"1", "10", "1000"})
    public int size;

    private final DataTuple[] records = new DataTuple[RECORDS];
    private BatchingBolt bolt;
    private long seen;

    @Setup
    public void setUp() {
        StreamRef stream = new StreamRef("source", 0, "default", Fields.of("record"), false);
        for (int i = 0; i < RECORDS; i++) {
            records[i] = new DataTuple(stream, 1, 2, System.nanoTime(), new Object[] {new byte[PacedSource.BYTES]});
        }
        BatchBolt function = (batch, out) -> seen += batch.size();
        bolt = Bolts.batch(size, 1 << 30, Duration.ofSeconds(10), function);
        bolt.prepare(proxy(TaskContext.class), new NoCollector());
    }

    /** It answers only with the time. */
    private static <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getName().equals("nanoTime") ? (Object) System.nanoTime() : null));
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long batches() {
        for (DataTuple each : records) {
            bolt.execute(each);
        }
        return seen;
    }
}
