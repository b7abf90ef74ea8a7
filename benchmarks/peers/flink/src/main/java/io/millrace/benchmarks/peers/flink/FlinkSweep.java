// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.sweep.Cell;
import io.millrace.benchmarks.sweep.SweepEngine;
import java.nio.file.Path;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink: a standalone cluster, with a task manager for the source and one for each engine, so that every message goes
 * from one process to another.
 */
public final class FlinkSweep implements SweepEngine {

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public AutoCloseable start(Cell cell, Path directory) throws Exception {
        int engines = cell.engines();
        return FlinkEngine.standalone(
                FlinkEngine.onThisMachine(1 + engines),
                FlinkEngine.configuration(Hosts.HERE.hub()),
                environment -> define(environment, engines, directory));
    }

    private static void define(StreamExecutionEnvironment environment, int engines, Path directory) {
        environment.setBufferTimeout(0);
        environment.getConfig().enableObjectReuse();
        environment
                .fromSource(
                        new MessageSource(directory.toString()),
                        WatermarkStrategy.noWatermarks(),
                        "source",
                        PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
                .setParallelism(1)
                .slotSharingGroup("source")
                .rebalance()
                .sinkTo(new MessageSink(directory.toString()))
                .setParallelism(engines)
                .slotSharingGroup("engines")
                .name("engines");
    }
}
