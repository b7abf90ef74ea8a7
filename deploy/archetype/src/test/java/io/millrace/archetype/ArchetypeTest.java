// SPDX-License-Identifier: Apache-2.0
package io.millrace.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project that the archetype makes, compiled and tested without Maven. */
class ArchetypeTest {

    @TempDir
    Path directory;

    private GeneratedProject project;

    @BeforeEach
    void generate() throws Exception {
        project = GeneratedProject.generate(Path.of("target/classes"), directory.resolve("project"));
    }

    @Test
    void itsTopologyPassesItsTest() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {compile().toUri().toURL()}, before)) {
            // The loader copies components, as in a build of the project's own
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> test = loader.loadClass(GeneratedProject.PACKAGE + ".WordCountTest");
            Constructor<?> constructor = test.getDeclaredConstructor();
            constructor.setAccessible(true);
            int run = 0;
            for (Method method : test.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    method.setAccessible(true);
                    method.invoke(constructor.newInstance());
                    run++;
                }
            }
            assertThat(run).isEqualTo(2);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void itsFilesNameTheProjectAndThisVersion() throws IOException {
        String pom = Files.readString(project.directory().resolve("pom.xml"));

        assertThat(pom)
                .contains(
                        "<artifactId>my-words</artifactId>",
                        "<mainClass>org.example.words.WordCount</mainClass>",
                        "<millrace.version>0.")
                .doesNotContain("@", "${package}");
        assertThat(project.directory().resolve("README.md"))
                .content()
                .startsWith("# my-words\n")
                .contains("target/my-words-1.0-SNAPSHOT.jar")
                .doesNotContain("$");
        assertThat(project.directory().resolve("src/test/resources/logback-test.xml"))
                .exists();
    }

    private Path compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createDirectories(directory.resolve("classes"));
        StringWriter said = new StringWriter();
        List<String> options =
                new ArrayList<>(List.of("-Xlint:all,-processing", "-proc:none", "-d", classes.toString()));
        options.addAll(List.of("-classpath", System.getProperty("java.class.path")));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(project.sources()))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
        return classes;
    }
}
