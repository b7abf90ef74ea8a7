// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/** A checked jar from the command line. */
public record TopologyJar(Path path) {

    public record Start(String mainClass, List<String> arguments) {}

    /** A class name, as opposed to an argument: packages in lower case, then a class that starts in upper case. */
    private static final Pattern QUALIFIED_CLASS = Pattern.compile("([a-z_]\\w*\\.)+[A-Z][\\w$]*");

    /**
     * Checks that the file is a jar.
     *
     * @throws ClusterException if it is no jar
     */
    public static TopologyJar at(Path path) {
        if (!Files.exists(path)) {
            throw new ClusterException(
                    Reason.NOT_FOUND, "no file " + path + ": name the topology jar, such as target/topology.jar");
        }
        if (!Files.isRegularFile(path)) {
            throw new ClusterException(Reason.REFUSED, path + " is a directory: name the topology jar itself");
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            if (jar.size() == 0) {
                throw new ClusterException(Reason.REFUSED, path + " is empty: build the topology jar again");
            }
        } catch (ZipException e) {
            throw new ClusterException(
                    Reason.REFUSED, path + " is not a jar (" + e.getMessage() + "): name the topology jar", e);
        } catch (IOException e) {
            throw new ClusterException(Reason.FAILED, "cannot read " + path + ": " + e.getMessage(), e);
        }
        return new TopologyJar(path.toAbsolutePath().normalize());
    }

    /**
     * Chooses the class to run: that of {@code --main}, or the first word if it names a class, or the manifest's class.
     *
     * @throws ClusterException if no class is named, or the jar does not hold it
     */
    public Start start(Optional<String> main, List<String> words) {
        if (main.isPresent()) {
            return new Start(checked(main.get(), "given by --main"), words);
        }
        if (!words.isEmpty()
                && (holds(words.get(0)) || QUALIFIED_CLASS.matcher(words.get(0)).matches())) {
            String named =
                    checked(words.get(0), "given after the jar; with --main all words after the jar are arguments");
            return new Start(named, words.subList(1, words.size()));
        }
        String fromManifest = manifestMainClass()
                .orElseThrow(() -> new ClusterException(
                        Reason.REFUSED,
                        "no main class: " + path + " names none in its manifest (Main-Class), and none is given after"
                                + " the jar: millrace submit " + path.getFileName() + " com.example.Main"));
        return new Start(checked(fromManifest, "named by its manifest"), words);
    }

    private String checked(String className, String origin) {
        if (!holds(className)) {
            throw new ClusterException(
                    Reason.NOT_FOUND,
                    "class " + className + " is not in " + path + " (" + origin + "): check its name");
        }
        return className;
    }

    private boolean holds(String className) {
        try (JarFile jar = new JarFile(path.toFile())) {
            return jar.getEntry(className.replace('.', '/') + ".class") != null;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Optional<String> manifestMainClass() {
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            return Optional.ofNullable(manifest)
                    .map(some -> some.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
                    .map(String::strip)
                    .filter(name -> !name.isEmpty());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private ClusterException unreadable(IOException e) {
        return new ClusterException(Reason.FAILED, "cannot read " + path + ": " + e.getMessage(), e);
    }
}
