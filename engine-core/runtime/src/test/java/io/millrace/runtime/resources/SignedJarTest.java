// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Certificates;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A jar need not be signed. If it is, no entry is taken from it that was changed since. */
@Timeout(60)
class SignedJarTest {

    /** A class that is put into the jar. */
    public static final class Signed {}

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String CLASS = Signed.class.getName().replace('.', '/') + ".class";

    @TempDir
    private Path directory;

    private Path jar;

    @BeforeEach
    void sign() throws Exception {
        Path unsigned = directory.resolve("unsigned.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(unsigned));
                InputStream in = SignedJarTest.class.getClassLoader().getResourceAsStream(CLASS)) {
            out.putNextEntry(new JarEntry(CLASS));
            out.write(in.readAllBytes());
            out.putNextEntry(new JarEntry("resources/a.txt"));
            out.write("true".getBytes(StandardCharsets.UTF_8));
        }
        KeyStore keys = new Certificates(directory).authority("author").keys();
        jar = directory.resolve("signed");
        try (ZipFile in = new ZipFile(unsigned.toFile());
                OutputStream out = Files.newOutputStream(jar)) {
            KeyStore.PrivateKeyEntry author =
                    (KeyStore.PrivateKeyEntry) keys.getEntry("author", new KeyStore.PasswordProtection(PASSWORD));
            new JarSigner.Builder(author).build().sign(in, out);
        }
    }

    /** Replaces the content of an entry, with the signature of the old content. */
    private void change(String name) throws IOException {
        Path changed = directory.resolve("changed");
        try (ZipFile in = new ZipFile(jar.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(changed))) {
            for (ZipEntry entry : in.stream().toList()) {
                byte[] content = in.getInputStream(entry).readAllBytes();
                if (entry.getName().equals(name)) {
                    content[content.length - 1] ^= 1;
                }
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(content);
            }
        }
        jar = changed;
    }

    private Path store() throws IOException {
        return Files.createDirectories(directory.resolve("resources"));
    }

    @Test
    void aSignedJarIsTakenAsItIs() throws Exception {
        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(jar));
                Resources resources = Resources.stored(loader, store(), 100)) {
            assertThat(loader.loadClass(Signed.class.getName()).getSigners()).hasSize(1);
            assertThat(resources.get().resolve("a.txt")).hasContent("true");
        }
    }

    @Test
    void aClassThatIsNotWhatWasSignedIsNotLoaded() throws Exception {
        change(CLASS);
        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(jar))) {
            assertThatThrownBy(() -> loader.loadClass(Signed.class.getName()))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("digest error for " + CLASS);
        }
    }

    @Test
    void aFileThatIsNotWhatWasSignedIsNotExtracted() throws Exception {
        change("resources/a.txt");
        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(jar));
                Resources resources = Resources.stored(loader, store(), 100)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("entry 'resources/a.txt' is not what was signed");
        }
        assertThat(store().resolve("changed")).doesNotExist();
    }
}
