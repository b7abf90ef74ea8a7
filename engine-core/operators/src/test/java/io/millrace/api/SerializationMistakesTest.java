// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.operators.Bolts;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An object that cannot be serialized is named by the path to it, with the remedy for that path. */
class SerializationMistakesTest {

    private static final String HERE = "io.millrace.api.SerializationMistakesTest";

    /** Stands for a socket, which is also captured with this test's instance. */
    private final Connection connection = new Connection();

    private static String mistake(BasicBolt bolt) {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", bolt).shuffle("lines");
        List<String> problems = problems(builder);
        assertThat(problems).hasSize(1).first().asString().startsWith("component 'count': ");
        return problems.get(0).substring("component 'count': ".length());
    }

    @Test
    void namesTheField() {
        assertThat(mistake(new Holding(new Connection())))
                .isEqualTo("field SerializationMistakesTest$Holding.held (" + HERE + "$Connection) is not"
                        + " serializable: make it transient and set it in prepare");
    }

    @Test
    void namesOpenToASpout() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("in", new HoldingSpout());
        assertThat(problems(builder))
                .containsExactly("component 'in': field SerializationMistakesTest$HoldingSpout.connection (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in open");
    }

    @Test
    void followsArraysListsMapsAndOtherObjects() {
        Object deep = new Object[] {"x", Map.of("db", new ArrayList<>(List.of(new Box(new Connection()))))};
        assertThat(mistake(new Holding(deep)))
                .isEqualTo("field SerializationMistakesTest$Holding.held[1][db][0].content (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in prepare");
    }

    @Test
    void followsProxies() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Runnable.class}, new Handler(new Connection()));
        assertThat(mistake(new Holding(proxy)))
                .isEqualTo("field SerializationMistakesTest$Holding.held.target (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in prepare");
    }

    @Test
    void followsReplacements() {
        assertThat(mistake(new Holding(new Replaced())))
                .isEqualTo("field SerializationMistakesTest$Holding.held.content (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in prepare");
    }

    @Test
    void namesTheObjectInWhichOneCannotLook() {
        assertThat(mistake(new Holding(new AtomicReference<>(new Connection()))))
                .isEqualTo("field SerializationMistakesTest$Holding.held (java.util.concurrent.atomic.AtomicReference)"
                        + " refers to " + HERE + "$Connection, which is not serializable: make it transient and set it"
                        + " in prepare");
    }

    @Test
    void saysWhatAnAnonymousClassCaptures() {
        BasicBolt bolt = new BasicBolt() {
            private static final long serialVersionUID = 1L;

            @Override
            public void execute(Tuple input, Emitter out) {
                connection.send(input);
            }
        };
        assertThat(mistake(bolt))
                .isEqualTo("anonymous class SerializationMistakesTest$1 captures the instance of " + HERE
                        + " around it, which is not serializable: make it a static nested or a top-level class");
    }

    @Test
    void saysWhichVariableALocalClassCaptures() {
        assertThat(mistake(capturing(new Connection())))
                .isEqualTo("local class SerializationMistakesTest$1Capturing captures variable 'socket' (" + HERE
                        + "$Connection), which is not serializable: create it in prepare");
    }

    private static BasicBolt capturing(Connection socket) {
        final class Capturing implements BasicBolt {
            private static final long serialVersionUID = 1L;

            @Override
            public void execute(Tuple input, Emitter out) {
                socket.send(input);
            }
        }
        return new Capturing();
    }

    @Test
    void saysWhatALambdaCaptures() {
        Connection socket = new Connection();
        assertThat(mistake(Bolts.forEach(tuple -> socket.send(tuple))))
                .isEqualTo("a lambda in SerializationMistakesTest captures a " + HERE
                        + "$Connection, which is not serializable: write a class that creates it in prepare");
    }

    @Test
    void saysWhatABoundMethodReferenceCaptures() {
        assertThat(mistake(Bolts.forEach(connection::send)))
                .isEqualTo("a lambda in SerializationMistakesTest captures a " + HERE
                        + "$Connection, which is not serializable: write a class that creates it in prepare");
    }

    @Test
    void saysThatALambdaUsesItsInstance() {
        assertThat(mistake(Bolts.forEach(tuple -> connection.send(tuple))))
                .isEqualTo("a lambda in SerializationMistakesTest uses the instance of " + HERE
                        + " around it, which is not serializable: copy what it needs into local variables, or call"
                        + " static methods");
    }

    @Test
    void saysByWhatAnObjectWasCaptured() {
        Box box = new Box(new Connection());
        assertThat(mistake(Bolts.forEach(tuple -> box.toString())))
                .isEqualTo("field SerializationMistakesTest$Box.content (" + HERE + "$Connection), which a lambda in"
                        + " SerializationMistakesTest captures, is not serializable: make it transient and set it in"
                        + " prepare");
    }

    @Test
    void tellsALambdaThatIsNotSerializable() {
        Function<String, String> upper = String::toUpperCase;
        assertThat(mistake(new Holding(upper)))
                .isEqualTo("field SerializationMistakesTest$Holding.held is a lambda that is not serializable: declare"
                        + " it with an interface that extends Serializable, or make it transient and set it in"
                        + " prepare");
    }

    @Test
    void doesNotBlameWhatIsNotWritten() {
        assertThat(mistake(new Holding(List.of(new Choosy(), new Box(new Connection())))))
                .isEqualTo("field SerializationMistakesTest$Holding.held[1].content (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in prepare");
    }

    @Test
    void refusesASuperclassThatCouldNotBeRead() {
        assertThat(mistake(new Derived()))
                .isEqualTo(HERE + "$NeedsArgument, the superclass of " + HERE + "$Derived, is neither serializable nor"
                        + " has it a constructor without arguments that the subclass can call: give it one of them");
    }

    @Test
    void reportsWhatWriteObjectThrows() {
        assertThat(mistake(new Holding(new Refusing())))
                .isEqualTo(HERE + "$Holding cannot be serialized: java.io.IOException: not today");
    }

    @Test
    void refusesObjectsNestedTooDeeply() {
        Box box = new Box("end");
        for (int i = 0; i < 200_000; i++) {
            box = new Box(box);
        }
        assertThat(mistake(new Holding(box)))
                .isEqualTo(HERE + "$Holding refers to objects nested too deeply to be serialized: make them in"
                        + " prepare");
    }

    @Test
    void checksACustomGroupingWhenItIsGiven() {
        TopologyBuilder builder = withLines();
        BoltDeclarer bolt = builder.setBolt("count", Samples.sink());
        assertThat(problems(() -> bolt.custom("lines", new Rule(new Connection()))))
                .containsExactly("component 'count': custom grouping of 'lines': field"
                        + " SerializationMistakesTest$Rule.held (" + HERE
                        + "$Connection) is not serializable: make it transient and set it in prepare");
    }

    /** An object that cannot be serialized. */
    static final class Connection {
        void send(Object message) {}
    }

    record Holding(Object held) implements BasicBolt {
        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    record Box(Object content) implements Serializable {}

    record Handler(Object target) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return method.getName().equals("hashCode") ? (Object) 1 : null;
        }
    }

    static final class Replaced implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            return new Box(new Connection());
        }
    }

    /** An object that refers to a connection and does not write it. */
    static final class Choosy implements Serializable {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Supplier<String> unwritten = new Supplier<>() {
            @Override
            public String get() {
                return "";
            }
        };

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(unwritten.get());
        }
    }

    static final class Refusing implements Serializable {
        private static final long serialVersionUID = 1L;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("not today");
        }
    }

    static class NeedsArgument {
        NeedsArgument(String argument) {}
    }

    static final class Derived extends NeedsArgument implements BasicBolt {
        private static final long serialVersionUID = 1L;

        Derived() {
            super("x");
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class HoldingSpout implements Spout {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Connection connection = new Connection();

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("a");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }

    record Rule(Object held) implements CustomGrouping {
        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {}

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return List.of();
        }
    }
}
