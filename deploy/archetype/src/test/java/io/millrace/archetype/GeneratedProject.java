// SPDX-License-Identifier: Apache-2.0
package io.millrace.archetype;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A project as Maven's archetype plugin makes it of the descriptor, with what our templates use of Velocity: references and
 * {@code #set} of a literal.
 */
record GeneratedProject(Path directory) {

    static final String PACKAGE = "org.example.words";
    static final String ARTIFACT = "my-words";

    private static final String ANYWHERE = "**/*";
    private static final Pattern SET = Pattern.compile("(?m)^#set\\( \\$(\\w+) = '(.)' \\)\\n");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(\\w+)}");

    static GeneratedProject generate(Path archetype, Path directory)
            throws IOException, ParserConfigurationException, SAXException {
        Path resources = archetype.resolve("archetype-resources");
        Map<Path, Path> files = new TreeMap<>(Map.of(Path.of("pom.xml"), Path.of("pom.xml")));
        List<Path> filtered = new ArrayList<>(files.keySet());
        NodeList sets = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(archetype
                        .resolve("META-INF/maven/archetype-metadata.xml")
                        .toFile())
                .getElementsByTagName("fileSet");
        for (int i = 0; i < sets.getLength(); i++) {
            Element set = (Element) sets.item(i);
            Path base = Path.of(text(set, "directory"));
            Path target =
                    Boolean.parseBoolean(set.getAttribute("packaged")) ? base.resolve(PACKAGE.replace('.', '/')) : base;
            try (Stream<Path> found = Files.walk(resources.resolve(base))) {
                for (Path file : found.filter(entry -> includes(set, resources.resolve(base), entry))
                        .toList()) {
                    Path source = resources.relativize(file);
                    files.put(source, target.resolve(base.relativize(source)));
                    if (Boolean.parseBoolean(set.getAttribute("filtered"))) {
                        filtered.add(source);
                    }
                }
            }
        }
        for (Map.Entry<Path, Path> file : files.entrySet()) {
            String content = Files.readString(resources.resolve(file.getKey()));
            Path to = directory.resolve(file.getValue());
            Files.createDirectories(to.getParent());
            Files.writeString(to, filtered.contains(file.getKey()) ? merged(content) : content);
        }
        return new GeneratedProject(directory);
    }

    /**
     * Whether a set has this entry of the jar, which has one for each directory too. Sets have one pattern: a path, or two stars, a slash and the end of a name.
     *
     * @throws IllegalStateException if the plugin would warn of it, as it has made the directory already
     */
    private static boolean includes(Element set, Path base, Path entry) {
        String pattern = text(set, "include");
        String path = base.relativize(entry).toString();
        boolean included = pattern.isEmpty()
                || (pattern.startsWith(ANYWHERE)
                        ? path.endsWith(pattern.substring(ANYWHERE.length()))
                        : path.equals(pattern));
        if (included && Files.isDirectory(entry)) {
            throw new IllegalStateException("Don't override file " + entry);
        }
        return included;
    }

    List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static String text(Element set, String name) {
        NodeList found = set.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    private static String merged(String template) {
        Map<String, String> values = new TreeMap<>(Map.of(
                "package", PACKAGE, "groupId", "org.example", "artifactId", ARTIFACT, "version", "1.0-SNAPSHOT"));
        Matcher sets = SET.matcher(template);
        while (sets.find()) {
            values.put(sets.group(1), sets.group(2));
        }
        return REFERENCE
                .matcher(sets.replaceAll(""))
                .replaceAll(reference ->
                        Matcher.quoteReplacement(values.getOrDefault(reference.group(1), reference.group())));
    }
}
