// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.template.Template;
import io.millrace.cluster.embedded.Jars;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** An author's libraries and the engine's own do not see each other. */
class TopologyClassLoaderTest {

    @TempDir
    Path directory;

    private TopologyClassLoader loader() throws Exception {
        compile(
                "com/fasterxml/jackson/core/Version",
                "package com.fasterxml.jackson.core; public class Version {"
                        + " public String toString() { return \"the author's own\"; } }");
        compile(
                "author/Main",
                "package author; public class Main implements java.util.concurrent.Callable<String> {"
                        + " public String call() throws Exception {"
                        + "  org.slf4j.LoggerFactory.getLogger(\"author\").debug(\"api {}\", io.millrace.api.Tuple.class);"
                        + "  return new com.fasterxml.jackson.core.Version() + \" \" + java.sql.Types.INTEGER; } }");
        Path jar = Jars.of(
                directory.resolve("author.jar"),
                Jars.class,
                directory.resolve("classes").toString());
        return TopologyClassLoader.of(List.of(jar));
    }

    @Test
    void anAuthorsLibraryWinsOverTheEnginesOfTheSameName() throws Exception {
        try (TopologyClassLoader loader = loader()) {
            Object main =
                    loader.loadClass("author.Main").getDeclaredConstructor().newInstance();

            assertThat(((Callable<?>) main).call()).isEqualTo("the author's own 4");
            assertThat(loader.loadClass("com.fasterxml.jackson.core.Version"))
                    .isNotEqualTo(com.fasterxml.jackson.core.Version.class);
        }
    }

    @Test
    void theEnginesApiIsSharedAndNothingElseOfIt() throws Exception {
        try (TopologyClassLoader loader = loader()) {
            assertThat(loader.loadClass(Tuple.class.getName())).isEqualTo(Tuple.class);
            assertThat(loader.loadClass("org.slf4j.Logger")).isEqualTo(org.slf4j.Logger.class);
            for (String hidden : List.of(
                    "com.fasterxml.jackson.core.JsonFactory",
                    "io.millrace.runtime.settings.ClusterKeys",
                    "io.millrace.runtime.worker.Worker",
                    "org.apache.zookeeper.ZooKeeper")) {
                assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
            }
            assertThat(loader.getResource("META-INF/services/io.millrace.api.EngineProvider"))
                    .isNull();
            assertThat(loader.getResource("author/Main.class")).isNotNull();
        }
    }

    @Test
    void aLoggerThatIsAFieldOfAComponentIsTheEngines() throws Exception {
        compile(
                "author/Logging",
                "package author; public class Logging implements Runnable, java.io.Serializable {"
                        + " private final org.slf4j.Logger log = org.slf4j.LoggerFactory.getLogger(\"author\");"
                        + " public void run() { log.debug(\"runs\"); } }");
        try (TopologyClassLoader loader = loader()) {
            Object component =
                    loader.loadClass("author.Logging").getDeclaredConstructor().newInstance();
            Template template = Template.of("component", "setBolt", component);

            template.read("component", Runnable.class, loader).run();
        }
    }

    @Test
    void aLoggerOfTheAuthorsJarIsTheAuthors() throws Exception {
        String name = LoggerFactory.getLogger("author").getClass().getName();
        int dot = name.lastIndexOf('.');
        compile(
                name.replace('.', '/'),
                "package " + name.substring(0, dot) + "; public class " + name.substring(dot + 1) + " {}");
        try (TopologyClassLoader loader = loader()) {
            assertThat(loader.loadClass(name).getClassLoader()).isSameAs(loader);
        }
    }

    @Test
    void aClassInTwoJarsIsThatOfTheFirst() throws Exception {
        Path one = who("one");
        Path other = who("other");

        assertThat(answer(List.of(one, other))).isEqualTo("one");
        assertThat(answer(List.of(other, one))).isEqualTo("other");
    }

    private Path who(String answer) throws Exception {
        compile(
                "author/Who",
                "package author; public class Who implements java.util.concurrent.Callable<String> {"
                        + " public String call() { return \"" + answer + "\"; } }");
        return Jars.of(
                directory.resolve(answer + ".jar"),
                Jars.class,
                directory.resolve("classes").toString());
    }

    private static Object answer(List<Path> jars) throws Exception {
        try (TopologyClassLoader loader = TopologyClassLoader.of(jars)) {
            return ((Callable<?>) loader.loadClass("author.Who")
                            .getDeclaredConstructor()
                            .newInstance())
                    .call();
        }
    }

    @Test
    void codecsOfTheTopologyUseTheLibraryOfItsJar() throws Exception {
        compile(
                "author/Trade",
                "package author; public class Trade { final int price; public int price() { return price; }"
                        + " public Trade(int price) { this.price = price; }"
                        + " public String toString() { return \"trade \" + price; } }");
        compile(
                "com/esotericsoftware/kryo/Kryo",
                "package com.esotericsoftware.kryo; public class Kryo {"
                        + " public byte[] bytes(author.Trade trade) { return new byte[] {(byte) trade.price()}; } }");
        compile(
                "author/Codecs",
                "package author; import io.millrace.api.codec.*; public class Codecs implements ValueCodecs {"
                        + " public void register(Registry to) { to.add(Trade.class, new TradeCodec()); } }"
                        + " class TradeCodec implements ValueCodec<Trade> {"
                        + "  private final com.esotericsoftware.kryo.Kryo kryo = new com.esotericsoftware.kryo.Kryo();"
                        + "  public void write(Trade trade, ValueOutput out) { out.writeBytes(kryo.bytes(trade)); }"
                        + "  public Trade read(ValueInput in) { return new Trade(in.readByte()); } }");
        Path jar = Jars.of(
                directory.resolve("codecs.jar"),
                Jars.class,
                directory.resolve("classes").toString());
        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(jar))) {
            ValueCodecs onClient = (ValueCodecs)
                    loader.loadClass("author.Codecs").getDeclaredConstructor().newInstance();
            Template template = Template.of("codecs", "register", onClient);
            ValuesCodec codec = new ValuesCodec(List.of(), List.of(template.read("codecs", ValueCodecs.class, loader)));
            Object trade =
                    loader.loadClass("author.Trade").getConstructor(int.class).newInstance(7);
            Object[] values = {trade};
            ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
            int end = codec.write(buffer, 0, values);

            Object read = codec.read(buffer, 0, end)[0];

            assertThat(read.getClass().getClassLoader()).isSameAs(loader);
            assertThat(read).hasToString("trade 7");
        }
    }

    private void compile(String name, String source) throws Exception {
        Path file = directory.resolve("sources").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        classes.toString(),
                        "-cp",
                        classes + java.io.File.pathSeparator + System.getProperty("java.class.path"),
                        file.toString());
        assertThat(failures).isZero();
    }
}
