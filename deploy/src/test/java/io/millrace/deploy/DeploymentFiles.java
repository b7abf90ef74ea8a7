// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files for containers, Kubernetes, Helm and systemd, as they are in this module's directory. */
final class DeploymentFiles {

    private static final List<String> DIRECTORIES = List.of("container", "kubernetes", "helm", "systemd");

    private DeploymentFiles() {}

    static List<Path> all() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : DIRECTORIES) {
            try (Stream<Path> found = Files.walk(Path.of(directory))) {
                found.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
        }
        return files;
    }

    /** The files that are YAML as they are; Helm's templates are YAML only when it has filled them in. */
    static List<Path> yaml() throws IOException {
        return all().stream()
                .filter(file -> file.toString().endsWith(".yaml"))
                .filter(file -> !file.toString().contains("templates"))
                .toList();
    }

    static List<Object> documents(Path file) throws IOException {
        List<Object> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(new LoaderOptions()))
                .loadAll(Files.readString(file))
                .forEach(documents::add);
        return documents;
    }

    /** The objects of this kind in a file of Kubernetes. */
    static Map<?, ?> object(Path file, String kind) throws IOException {
        return documents(file).stream()
                .map(document -> (Map<?, ?>) document)
                .filter(document -> kind.equals(document.get("kind")))
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no " + kind));
    }

    /** What is at a path such as {@code spec/ports/0/port}. */
    static Object at(Object root, String path) {
        Object value = root;
        for (String step : path.split("/")) {
            value = value instanceof List<?> list ? list.get(Integer.parseInt(step)) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }

    /** Every match of the first group in any file. */
    static List<String> mentioned(String regex) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : all()) {
            Matcher matcher = Pattern.compile(regex).matcher(Files.readString(file));
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }

    /** What the root pom has in an element, the first one of this name. */
    static String pom(String element) throws IOException {
        Matcher matcher = Pattern.compile("<" + element + ">([^<]+)</" + element + ">")
                .matcher(Files.readString(Path.of("..", "pom.xml")));
        if (!matcher.find()) {
            throw new AssertionError("pom.xml has no " + element);
        }
        return matcher.group(1);
    }
}
