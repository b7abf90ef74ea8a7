// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.operators.Bolts;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Templates become instances of the author's classes, as the author's class loader sees them. */
class TemplatesTest {

    private static final String HERE = "io.millrace.api.TemplatesTest";

    private static ComponentSpec specOf(BasicBolt bolt) {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", bolt).shuffle("lines");
        return builder.build().components().get(1);
    }

    private static ClassLoader ours() {
        return TemplatesTest.class.getClassLoader();
    }

    @Test
    void everyTaskGetsACopyOfItsOwn() {
        Rich rich = new Rich();
        ComponentSpec spec = specOf(rich);
        Rich one = (Rich) spec.instantiate(ours());
        Rich two = (Rich) spec.instantiate(ours());

        assertThat(one).isNotSameAs(two).isNotSameAs(rich);
        assertThat(one.types).containsExactly(int.class, void.class, long[].class, String[][].class, Rich.class);
        assertThat(one.matrix).isDeepEqualTo(new double[][] {{1, 2}, {3}});
        assertThat(one.hidden.word()).isEqualTo("proxied");
        assertThat(one.shared).isSameAs(one.sharedAgain);
    }

    @Test
    void classesComeFromTheAuthorsLoader() {
        AuthorsLoader loader = new AuthorsLoader(Set.of(HERE + "$Plain", HERE + "$Part"));
        Component copy = specOf(new Plain(new Part[] {new Part()})).instantiate(loader);
        assertThat(copy).isInstanceOf(BasicBolt.class).isNotInstanceOf(Plain.class);
        assertThat(copy.getClass().getName()).isEqualTo(HERE + "$Plain");
        assertThat(copy.getClass().getClassLoader()).isSameAs(loader);
    }

    @Test
    void aLambdaOfTheAuthorInABoltOfTheEngineFindsBothLoaders() {
        AuthorsLoader loader = new AuthorsLoader(Set.of(HERE + "$Functions"));
        BasicBolt copy = (BasicBolt) specOf(Functions.bolt("!")).instantiate(loader);
        Recorder out = new Recorder();
        copy.execute(Rows.tuple(Fields.of("line"), "a"), out);
        assertThat(out.emitted).containsExactly(List.of("a!"));
    }

    @Test
    void namesAClassThatTheJarLacks() {
        ComponentSpec spec = specOf(new Plain(new Part[0]));
        AuthorsLoader loader = new AuthorsLoader(Set.of());
        loader.missing = HERE + "$Part";
        assertThat(problems(() -> spec.instantiate(loader)))
                .containsExactly(
                        "component 'count': class " + HERE + "$Part is not found: put it into the topology's jar");
        AuthorsLoader other = new AuthorsLoader(Set.of());
        other.missing = HERE + "$Plain";
        assertThat(problems(() -> spec.instantiate(other)))
                .containsExactly(
                        "component 'count': class " + HERE + "$Plain is not found: put it into the topology's jar");
    }

    @Test
    void namesAClassThatHasChanged() {
        ComponentSpec spec = specOf(new Changing());
        byte[] changed = spec.template();
        int suid = indexOf(
                changed, ByteBuffer.allocate(8).putLong(Changing.VERSION).array());
        changed[suid] ^= 1;
        assertThat(problems(() -> withTemplate(spec, changed).instantiate(ours())))
                .containsExactly("component 'count': class " + HERE + "$Changing is not as it was when the topology was"
                        + " built: submit the jar that built it, or give the class a serialVersionUID");
    }

    @Test
    void namesAnInitializerThatFails() {
        assertThat(problems(() -> specOf(new Late()).instantiate(ours())))
                .containsExactly("component 'count': its classes cannot be used: static initialization of " + HERE
                        + "$Failing failed with java.lang.IllegalStateException: no home: correct it, or move what can"
                        + " fail into open or prepare");
    }

    @Test
    void refusesAnEngineWithinTheJar() {
        ComponentSpec spec = specOf(new Plain(new Part[0]));
        AuthorsLoader loader =
                new AuthorsLoader(Set.of(HERE + "$Plain", "io.millrace.api.BasicBolt", "io.millrace.api.Component"));
        assertThat(problems(() -> spec.instantiate(loader)))
                .containsExactly("component 'count': is a " + HERE + "$Plain and no io.millrace.api.BasicBolt of"
                        + " this engine: leave the engine's classes out of the topology's jar");
    }

    @Test
    void refusesBytesThatAreNoTemplate() {
        ComponentSpec spec = specOf(new Plain(new Part[0]));
        assertThat(problems(() -> withTemplate(spec, new byte[] {1, 2, 3, 4}).instantiate(ours())))
                .containsExactly("component 'count': cannot be deserialized: java.io.StreamCorruptedException: invalid"
                        + " stream header: 01020304");
        byte[] cut = Arrays.copyOf(spec.template(), 20);
        assertThat(problems(() -> withTemplate(spec, cut).instantiate(ours())))
                .containsExactly("component 'count': cannot be deserialized: java.io.EOFException");
    }

    @Test
    void aCustomGroupingIsCarriedAsBytes() {
        Grouping.Custom custom = Grouping.Custom.of(new Mirror());
        assertThat(new Grouping.Custom(custom.rule())).isEqualTo(custom).hasSameHashCodeAs(custom);
        AuthorsLoader loader = new AuthorsLoader(Set.of(HERE + "$Mirror"));
        assertThat(custom.instantiate(loader).getClass().getClassLoader()).isSameAs(loader);
        AuthorsLoader without = new AuthorsLoader(Set.of());
        without.missing = HERE + "$Mirror";
        assertThat(problems(() -> custom.instantiate(without)))
                .containsExactly(
                        "custom grouping: class " + HERE + "$Mirror is not found: put it into the topology's jar");
        assertThat(custom.instantiate(ours()).chooseTasks(List.of(7))).containsExactly(7);
        custom.rule()[0] = 0;
        assertThat(custom.instantiate(ours())).isInstanceOf(Mirror.class);
    }

    private static ComponentSpec withTemplate(ComponentSpec spec, byte[] template) {
        return new ComponentSpec(
                spec.id(), spec.kind(), spec.execution(), spec.settings(), spec.connections(), template, spec.traits());
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(part, StandardCharsets.ISO_8859_1));
    }

    /** Defines some classes anew, as if they came from the author's jar, and can hide one. */
    private static final class AuthorsLoader extends ClassLoader {

        private final Set<String> own;
        private String missing = "";

        AuthorsLoader(Set<String> own) {
            super(ours());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing)) {
                throw new ClassNotFoundException(name);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null || !own.contains(name)) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            try (InputStream in = ours().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static class Plain implements BasicBolt {
        private static final long serialVersionUID = 1L;
        final Part[] parts;

        Plain(Part[] parts) {
            this.parts = parts;
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class Part implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    static final class Changing implements BasicBolt {
        static final long VERSION = 0x1234_5678_9abc_def0L;
        private static final long serialVersionUID = VERSION;

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class Functions {
        static BasicBolt bolt(String suffix) {
            return Bolts.map("line", tuple -> tuple.getString(0) + suffix);
        }
    }

    /** A bolt that fails when it is read, not when it is written. */
    static final class Late implements BasicBolt {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) {
            Failing.load();
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class Failing {
        private static final Object HOME = home();

        static Object load() {
            return HOME;
        }

        private static Object home() {
            throw new IllegalStateException("no home");
        }
    }

    /** An interface that is not public, so that its proxies belong to its own class loader. */
    interface Hidden {
        String word();
    }

    record Proxied() implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return "proxied";
        }
    }

    static final class Rich implements BasicBolt {
        private static final long serialVersionUID = 1L;
        final Class<?>[] types = {int.class, void.class, long[].class, String[][].class, Rich.class};
        final double[][] matrix = {{1, 2}, {3}};

        @SuppressWarnings("serial")
        final Hidden hidden =
                (Hidden) Proxy.newProxyInstance(ours(), new Class<?>[] {Hidden.class, Runnable.class}, new Proxied());

        final Part shared = new Part();
        final Part sharedAgain = shared;

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class Mirror implements CustomGrouping {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context, String stream, List<Integer> targetTasks) {}

        @Override
        public List<Integer> chooseTasks(List<Object> values) {
            return List.of((Integer) values.get(0));
        }
    }
}
