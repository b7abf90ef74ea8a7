// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.storm.ring.RingSettings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.apache.storm.messaging.IContext;
import org.apache.storm.scheduler.IScheduler;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is copied to Storm's extlib, with nothing beside it but Storm. Maven says where it is. */
class ShadedJarIT {
    private static final String JAR = System.getProperty("millrace.storm.jar", "");

    @TempDir
    Path directory;

    @BeforeEach
    void requireJar() {
        assumeThat(JAR).isNotEmpty();
        System.setProperty(RingSettings.DIRECTORY, directory.resolve("rings").toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(RingSettings.DIRECTORY);
    }

    @Test
    void allClassesAreInPackagesOfItsOwn() throws IOException {
        try (JarFile jar = new JarFile(JAR)) {
            List<String> others = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .filter(name -> !name.startsWith("io/millrace/storm/") && !name.startsWith("META-INF/"))
                    .toList();
            assertThat(others).isEmpty();
        }
    }

    @Test
    void stormFindsBothClassesInIt() throws Exception {
        try (URLClassLoader loader =
                new OwnFirst(new URL[] {Path.of(JAR).toUri().toURL()})) {
            Class<?> context = loader.loadClass(RingContext.class.getName());
            assertThat(context).isNotEqualTo(RingContext.class);
            IContext made = (IContext) context.getConstructor().newInstance();
            Map<String, Object> settings = new HashMap<>(Utils.readDefaultConfig());
            made.prepare(settings, null);
            assertThat(directory.resolve("rings")).isNotEmptyDirectory();
            made.term();
            assertThat(loader.loadClass(TrafficScheduler.class.getName())
                            .getConstructor()
                            .newInstance())
                    .isInstanceOf(IScheduler.class);
        }
    }

    /** Takes the classes of the jar from it, and Storm's from this test's class path. */
    private static final class OwnFirst extends URLClassLoader {
        OwnFirst(URL[] urls) {
            super(urls, ShadedJarIT.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.millrace")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
