// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/** The jars of a submission, in the order of the class path. */
public final class ClassPathJars {

    private static final int MOST_WARNINGS = 5;

    private ClassPathJars() {}

    /**
     * Returns the topology's jar, followed by the others in the order in which they are given; the jars of a directory
     * are in the order of their names.
     *
     * @param jar the topology's jar, not checked; null if there is none
     * @param libs the jars and directories of jars
     * @throws ClusterException if one of {@code libs} is missing or no jar, or a jar is named twice
     */
    public static List<Path> of(Path jar, List<Path> libs) {
        List<Path> jars = new ArrayList<>();
        try {
            Set<Path> seen = new HashSet<>();
            if (jar != null) {
                jars.add(jar);
                seen.add(real(jar));
            }
            for (Path lib : libs) {
                for (Path found : expand(lib)) {
                    requireJar(found);
                    if (!seen.add(real(found))) {
                        throw new ClusterException(
                                Reason.REFUSED, found + " is on the class path twice: leave one of them out");
                    }
                    jars.add(found.toAbsolutePath().normalize());
                }
            }
        } catch (IOException e) {
            throw new ClusterException(Reason.FAILED, "cannot read the libraries: " + e, e);
        }
        return jars;
    }

    private static Path real(Path jar) throws IOException {
        return Files.exists(jar) ? jar.toRealPath() : jar.toAbsolutePath().normalize();
    }

    private static List<Path> expand(Path lib) throws IOException {
        if (!Files.isDirectory(lib)) {
            return List.of(lib);
        }
        try (Stream<Path> entries = Files.list(lib)) {
            List<Path> jars = entries.filter(
                            entry -> entry.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new ClusterException(
                        Reason.REFUSED, "directory " + lib + " has no file *.jar: name a jar, or a directory of jars");
            }
            return jars;
        }
    }

    private static void requireJar(Path lib) {
        if (!Files.exists(lib)) {
            throw new ClusterException(
                    Reason.NOT_FOUND, "no file " + lib + ": name a jar, or a directory of jars, as a library");
        }
        try (JarFile opened = new JarFile(lib.toFile(), false)) {
            opened.size();
        } catch (IOException e) {
            throw new ClusterException(
                    Reason.REFUSED,
                    lib + " is not a jar (" + e.getMessage() + "): name a jar, or a directory of jars, as a library",
                    e);
        }
    }

    /**
     * Refuses jars whose manifest puts files of the node on the class path: on a node such a file may belong to any
     * account, as one in {@code /tmp}. A path of a manifest beside its jar does not exist on a node, and is ignored.
     *
     * @throws ClusterException if a manifest's Class-Path has a URL, an absolute path, or leads out of the jar's
     *     directory
     */
    static void requireNothingOutside(List<Path> jars) throws IOException {
        for (Path jar : jars) {
            try (JarFile opened = new JarFile(jar.toFile(), false)) {
                Manifest manifest = opened.getManifest();
                String classPath =
                        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
                for (String entry :
                        classPath == null ? new String[0] : classPath.strip().split("\\s+")) {
                    String path = entry.replaceAll("(?i)%2e", ".").replaceAll("(?i)%2f", "/");
                    if (path.contains(":")
                            || path.startsWith("/")
                            || Path.of(path).normalize().startsWith("..")) {
                        throw new ClusterException(
                                Reason.REFUSED,
                                "the manifest of " + jar.getFileName() + " has " + entry
                                        + " in its Class-Path, which on a node may be anybody's file: leave it out there,"
                                        + " and name the file by --lib");
                    }
                }
            } catch (ZipException e) {
                // The file is no jar, and has no manifest
            }
        }
    }

    /**
     * Returns a line for each pair of jars that have a class of the same name, up to five and one about the rest. The
     * class of the earlier jar is used.
     */
    static List<String> duplicateClasses(List<Path> jars) throws IOException {
        Map<String, Path> owners = new HashMap<>();
        Map<List<Path>, List<String>> shared = new LinkedHashMap<>();
        for (Path jar : jars) {
            try (JarFile opened = new JarFile(jar.toFile(), false)) {
                opened.stream()
                        .map(JarEntry::getName)
                        .filter(ClassPathJars::isClass)
                        .forEach(entry -> {
                            Path owner = owners.putIfAbsent(entry, jar);
                            if (owner != null && owner != jar) {
                                shared.computeIfAbsent(List.of(owner, jar), pair -> new ArrayList<>())
                                        .add(entry);
                            }
                        });
            }
        }
        List<String> lines = new ArrayList<>();
        shared.forEach((pair, entries) -> {
            if (lines.size() < MOST_WARNINGS) {
                lines.add(line(pair.get(0), pair.get(1), entries));
            }
        });
        if (shared.size() > MOST_WARNINGS) {
            lines.add(shared.size() - MOST_WARNINGS + " more pairs of jars have classes of the same names");
        }
        return lines;
    }

    private static String line(Path first, Path second, List<String> entries) {
        String type = entries.get(0)
                .substring(0, entries.get(0).length() - ".class".length())
                .replace('/', '.');
        String more = entries.size() == 1 ? "" : ", and " + (entries.size() - 1) + " more classes";
        boolean alike = first.getFileName().equals(second.getFileName());
        Path used = alike ? first : first.getFileName();
        return "class " + type + more + ": in " + used + " and in " + (alike ? second : second.getFileName())
                + "; that of " + used + " is used, as it is first on the class path";
    }

    /** Whether an entry is a class, and not one for later releases of Java or a description as in every jar. */
    private static boolean isClass(String entry) {
        return entry.endsWith(".class")
                && !entry.startsWith("META-INF/")
                && !entry.endsWith("module-info.class")
                && !entry.endsWith("package-info.class");
    }
}
