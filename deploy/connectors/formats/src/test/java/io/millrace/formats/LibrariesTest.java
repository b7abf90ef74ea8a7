// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.operators.format.ReadFormat;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A format needs the library of its name only: the others may be missing. */
class LibrariesTest {

    /** Loads the formats anew, and hides libraries from them. */
    private static final class Without extends URLClassLoader {

        private final List<String> hidden;

        Without(String... hidden) throws MalformedURLException {
            super(classPath(), ReadFormat.class.getClassLoader());
            this.hidden = List.of(hidden);
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(new File(each).toURI().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (hidden.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            if (name.startsWith("io.millrace.formats.")) {
                Class<?> own = findLoadedClass(name);
                return own == null ? findClass(name) : own;
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void jsonNeedsNeitherAvroNorProtobuf() throws IOException, ReflectiveOperationException {
        try (Without loader = new Without("org.apache.avro.", "com.google.protobuf.")) {
            Class<?> type = loader.loadClass(JsonFormat.class.getName());
            assertThat(type).isNotSameAs(JsonFormat.class);
            Object format = type.getMethod("fields", String[].class).invoke(null, (Object) new String[] {"a"});
            byte[] json = "{\"a\": 7}".getBytes(StandardCharsets.UTF_8);
            Object read =
                    type.getMethod("read", byte[].class, int.class, int.class).invoke(format, json, 0, json.length);
            assertThat((Object[]) read).containsExactly(7L);
            assertThatThrownBy(() -> loader.loadClass("org.apache.avro.Schema"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void theOthersNeedOnlyTheirOwn() throws IOException, ReflectiveOperationException {
        try (Without loader = new Without("com.fasterxml.jackson.databind.", "com.google.protobuf.")) {
            assertThat(Class.forName(AvroFormat.class.getName(), true, loader).getClassLoader())
                    .isSameAs(loader);
        }
        try (Without loader = new Without("com.fasterxml.jackson.", "org.apache.avro.")) {
            assertThat(Class.forName(ProtobufFormat.class.getName(), true, loader)
                            .getClassLoader())
                    .isSameAs(loader);
        }
    }
}
