// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.EventTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** This machine, where a process makes messages, and an engine's source gets them through an {@link Intake}. */
final class IntakePlace implements Place {

    private final NodePlace node;
    private final Intake intake;
    private final EventTopics topics;

    private IntakePlace(NodePlace node, Intake intake, EventTopics topics) {
        this.node = node;
        this.intake = intake;
        this.topics = topics;
    }

    /** @param lookSeconds how long the bounds are looked at */
    static IntakePlace of(Intake intake, double lookSeconds) throws IOException {
        return new IntakePlace(
                new NodePlace(lookSeconds), intake, intake == Intake.KAFKA ? EventTopics.find() : EventTopics.NONE);
    }

    @Override
    public String kind() {
        return node.kind();
    }

    @Override
    public BytesPerSecond bytesPerSecond(int length) throws IOException {
        return node.bytesPerSecond(length);
    }

    @Override
    public double busyCores(Cell cell, double perSecond) throws IOException, InterruptedException {
        return node.busyCores(cell, perSecond);
    }

    @Override
    public Session start(EngineCommand engine, Cell cell, Path directory) throws IOException {
        intake.write(directory);
        EventTopics.Opened topic = topics.openMessages(directory);
        Child generator =
                Child.start(Child.java(LoadOnly.FLAGS, Generator.class, List.of(Generator.FEED, directory.toString())));
        try {
            generator.await(Child.READY);
        } catch (IOException e) {
            generator.close();
            topic.close();
            throw e;
        }
        return new FedSession(node.start(engine, cell, directory), generator, topic);
    }

    /** The engine ends before what it reads from. */
    private record FedSession(Session engine, Child generator, EventTopics.Opened topic) implements Session {

        @Override
        public void check() throws IOException {
            engine.check();
            if (!generator.handle().isAlive()) {
                throw new IOException("the load generator has ended: its errors are above");
            }
        }

        @Override
        public void close() throws IOException {
            try {
                engine.close();
            } finally {
                generator.close();
                topic.close();
            }
        }
    }

    @Override
    public void reset() throws IOException {
        node.reset();
    }

    @Override
    public void describe(ObjectNode line) throws IOException {
        node.describe(line);
    }

    @Override
    public void close() {
        topics.close();
    }
}
