// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The engines in which a component processes its messages, see {@link TopologyBuilder#setEngines}. An engine processes
 * one message at a time. A bolt in an engine may block, and must ack or fail its input before {@code execute} returns.
 * Immutable: each method that sets something returns another object.
 */
public final class Engines implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The most engines of a task. */
    static final int MOST = 1_024;

    /** The place in which an engine runs. */
    public enum Kind {
        /** The engine is a thread of the worker. */
        THREAD,
        /** The engine is a JVM of its own. */
        JVM,
        /** The engine is a process of any program. */
        PROCESS,
        /** The engine is a container. */
        CONTAINER
    }

    private final Kind kind;

    /** The bolt; null for programs. */
    private final Component bolt;

    private final Program program;

    /**
     * The command and the outputs of a program.
     *
     * @param command the command, or the image and its arguments
     * @param outputs the fields by stream
     */
    private record Program(List<String> command, Map<String, List<String>> outputs) implements Serializable {

        static final Program NONE = new Program(List.of(), Map.of());
    }

    private Engines(Kind kind, Component bolt, Program program) {
        this.kind = kind;
        this.bolt = bolt;
        this.program = program;
    }

    /** Runs the bolt in threads of the worker, each with a copy of its own. */
    public static Engines of(Bolt bolt) {
        return bolt(Kind.THREAD, bolt);
    }

    /** Runs the bolt in threads of the worker, as {@link #of(Bolt)} does. */
    public static Engines of(BasicBolt bolt) {
        return bolt(Kind.THREAD, bolt);
    }

    /**
     * Runs the bolt in JVMs, each with a copy of its own. A bolt whose native code fails, or that needs much memory,
     * does not end a worker then.
     */
    public static Engines java(Bolt bolt) {
        return bolt(Kind.JVM, bolt);
    }

    /** Runs the bolt in JVMs, as {@link #java(Bolt)} does. */
    public static Engines java(BasicBolt bolt) {
        return bolt(Kind.JVM, bolt);
    }

    /**
     * Runs a program that speaks the protocol of docs/engines-protocol.md, such as {@code process("python3",
     * "analyse.py")}. Its working directory is that of the topology's resources, see {@link TaskContext#resource}, if
     * there are any. {@link #emits} names the fields that it emits.
     *
     * @param command the program and its arguments; no shell reads it
     */
    public static Engines process(String... command) {
        return program(Kind.PROCESS, "a command", List.of(command));
    }

    /**
     * Runs an image by {@code engine.container.command}, with a program that speaks the protocol of
     * docs/engines-protocol.md.
     *
     * @param arguments the arguments after the image in the command
     */
    public static Engines container(String image, String... arguments) {
        String[] command = new String[1 + arguments.length];
        command[0] = image;
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return program(Kind.CONTAINER, "an image", Arrays.asList(command));
    }

    private static Engines bolt(Kind kind, Component bolt) {
        if (bolt == null) {
            throw new TopologyException("the bolt of engines is null: give an instance");
        }
        return new Engines(kind, bolt, Program.NONE);
    }

    private static Engines program(Kind kind, String what, List<String> command) {
        if (command.isEmpty() || command.stream().anyMatch(word -> word == null || word.isEmpty())) {
            throw new TopologyException(
                    "engines have the words " + command + ": give " + what + " without empty words");
        }
        return new Engines(kind, null, new Program(List.copyOf(command), Map.of()));
    }

    /** Declares the fields of a program's default stream. A bolt declares its own. */
    public Engines emits(String... fields) {
        return emitsTo(Streams.DEFAULT, fields);
    }

    /** Declares another stream of a program. */
    public Engines emitsTo(String stream, String... fields) {
        if (bolt != null) {
            throw new TopologyException("a bolt in engines declares its streams itself: leave emits out");
        }
        if (Streams.DEAD.equals(stream)) {
            throw new TopologyException("the stream " + stream + " of engines is declared already: take another name");
        }
        Map<String, List<String>> more = new LinkedHashMap<>(program.outputs());
        if (stream == null || more.put(stream, List.of(fields)) != null) {
            throw new TopologyException(
                    "engines emit to stream " + stream + " twice, or it is null: declare each stream once");
        }
        return new Engines(kind, null, new Program(program.command(), more));
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the bolt; empty for programs. */
    public Optional<Component> bolt() {
        return Optional.ofNullable(bolt);
    }

    /** Returns the command, or the image and its arguments; empty for bolts. */
    public List<String> command() {
        return program.command();
    }

    void declare(OutputDeclarer out) {
        if (bolt != null) {
            bolt.declareOutputs(out);
        } else {
            program.outputs().forEach((stream, fields) -> out.declareStream(stream, fields.toArray(String[]::new)));
        }
    }

    @Override
    public String toString() {
        return "Engines[" + kind + ", "
                + (bolt == null
                        ? String.join(" ", program.command())
                        : bolt.getClass().getName()) + "]";
    }
}
