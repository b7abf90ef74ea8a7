package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a component with engines runs its messages in, see {@link TopologyBuilder#setEngines}. An engine processes one message at a time. A bolt in an
 * engine may block, and must ack or fail its input before {@code execute} returns. Immutable: each method that sets something returns another object.
 */
public final class Engines implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The most engines of a task. */
    static final int MOST = 1_024;

    /** Where an engine runs. */
    public enum Kind {
        /** A thread of the worker. */
        THREAD,
        /** A JVM of its own. */
        JVM,
        /** A process of any program. */
        PROCESS,
        /** A container. */
        CONTAINER
    }

    private final Kind kind;

    /** Null for programs. */
    private final Component bolt;

    private final Program program;

    /**
     * What a bolt has not.
     *
     * @param command the command, or the image and its arguments
     * @param outputs the fields of each stream
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

    /** Same as {@link #of(Bolt)}. */
    public static Engines of(BasicBolt bolt) {
        return bolt(Kind.THREAD, bolt);
    }

    /** Runs the bolt in JVMs, each with a copy of its own. So a bolt whose native code fails, or that needs much memory, ends no worker. */
    public static Engines java(Bolt bolt) {
        return bolt(Kind.JVM, bolt);
    }

    /** Same as {@link #java(Bolt)}. */
    public static Engines java(BasicBolt bolt) {
        return bolt(Kind.JVM, bolt);
    }

    /**
     * Runs a program that speaks the protocol of docs/engines.md, such as {@code process("python3", "analyse.py")}. Its working directory are the
     * topology's resources, see {@link TaskContext#resource}, if there are any. {@link #emits} names what it emits.
     *
     * @param command the program and its arguments; no shell reads it
     */
    public static Engines process(String... command) {
        return program(Kind.PROCESS, "a command", List.of(command));
    }

    /**
     * Runs an image by {@code engine.container.command}, with a program that speaks the protocol of docs/engines.md.
     *
     * @param arguments behind the image in the command
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
