// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** This machine, as one node. */
final class NodePlace implements Place {

    private final double lookSeconds;
    private CpuTime before;

    /** @param lookSeconds how long the bounds are looked at */
    NodePlace(double lookSeconds) {
        this.lookSeconds = lookSeconds;
    }

    @Override
    public String kind() {
        return "one node";
    }

    @Override
    public BytesPerSecond bytesPerSecond(int length) throws IOException {
        return Slot.bytesPerSecond(length, lookSeconds);
    }

    @Override
    public double busyCores(Cell cell, double perSecond) throws IOException, InterruptedException {
        return LoadOnly.busyCores(
                cell,
                perSecond,
                lookSeconds,
                directory -> Child.start(
                        Child.java(LoadOnly.FLAGS, Generator.class, List.of(Generator.DROP, directory.toString()))));
    }

    @Override
    public Session start(EngineCommand engine, Cell cell, Path directory) {
        return new EngineSession(engine, SweepMain.class, List.of(cell.encode(), directory.toString()), directory);
    }

    @Override
    public void reset() throws IOException {
        before = CpuTime.now();
    }

    @Override
    public void describe(ObjectNode line) throws IOException {
        line.put("late_over_1ms", 0).put("packets", 0).put("busy", CpuTime.now().busySince(before));
    }

    @Override
    public void close() {}
}
