// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A newcomer's jar on a cluster that lives as long as the command. */
@Timeout(value = 90, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalIT {

    private static final String OWN_JACKSON = """
        package com.fasterxml.jackson.databind;
        public class ObjectMapper {
            public static String name() { return "the author's own ObjectMapper"; }
        }
        """;
    private static final String OWN_KRYO = """
        package com.esotericsoftware.kryo;
        public class Kryo {
            public static String name() { return "the author's own Kryo"; }
        }
        """;
    private static final String MAIN = """
        package author;
        import io.millrace.api.*;
        import io.millrace.api.config.Config;
        import io.millrace.operators.*;
        import java.util.List;
        public class Main {
            public static void main(String[] args) {
                TopologyBuilder builder = new TopologyBuilder();
                builder.setSpout("one", Spouts.of("word", List.of("hello")));
                builder.setBolt("use", Bolts.forEach(tuple -> System.out.println(tuple.getString(0) + " from "
                        + com.fasterxml.jackson.databind.ObjectMapper.name() + " and "
                        + com.esotericsoftware.kryo.Kryo.name()))).shuffle("one");
                TopologySubmitter.submit("own-libraries", builder.build(), Config.empty());
            }
        }
        """;

    private final Installed installed = new Installed("local");

    @AfterEach
    void nothingIsLeft() {
        try (installed) {
            assertThat(installed.processes()).isEmpty();
            assertThat(installed.files()).isEmpty();
        }
    }

    @Test
    void printsWhatWorkersPrint() {
        Program local = installed.run(
                0, "local", Installed.wordCountJar().toString(), "io.millrace.examples.wordcount.FirstWordCount");

        assertThat(local.out())
                .containsPattern("w1 \\| counted \\{.*the=6")
                .containsPattern("w1 \\| counted \\{.*leaf=2")
                .endsWith("first-wordcount completed\n");
        assertThat(local.err()).isEmpty();
    }

    @Test
    void anAuthorsLibrariesAreTheAuthors() throws IOException {
        Path jar = compile(Map.of("ObjectMapper", OWN_JACKSON, "Kryo", OWN_KRYO, "Main", MAIN));

        Program local = installed.run(0, "local", jar.toString(), "author.Main");

        assertThat(local.out()).contains("w1 | hello from the author's own ObjectMapper and the author's own Kryo");
    }

    private Path compile(Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectories(installed.directory().resolve("classes"));
        String[] files = new String[sources.size()];
        int count = 0;
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = classes.resolve(source.getKey() + ".java");
            files[count++] = Files.writeString(file, source.getValue()).toString();
        }
        String engine;
        try (Stream<Path> libraries = Files.list(Installed.HOME.resolve("lib"))) {
            engine = libraries
                    .map(Path::toString)
                    .filter(library -> library.matches(".*/millrace-(api|operators)-.*"))
                    .collect(Collectors.joining(File.pathSeparator));
        }
        List<String> options = List.of("-proc:none", "-cp", engine, "-d", classes.toString());
        String[] arguments = Stream.concat(options.stream(), Stream.of(files)).toArray(String[]::new);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
        return pack(classes);
    }

    private Path pack(Path classes) throws IOException {
        Path jar = installed.directory().resolve("author.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each :
                    all.filter(path -> path.toString().endsWith(".class")).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }
}
