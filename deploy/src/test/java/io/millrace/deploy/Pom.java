// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** A module's POM beside those that it inherits from, without a run of Maven. Paths are such as {@code scm/url}. */
record Pom(Path directory, Element project, Optional<Pom> parent) {

    static final Path ROOT = Path.of("..");

    /** The root and all that its {@code modules} name, and theirs. */
    static List<Pom> all() throws IOException {
        List<Pom> all = new ArrayList<>();
        collect(ROOT, Optional.empty(), all);
        return all;
    }

    private static void collect(Path directory, Optional<Pom> parent, List<Pom> all) throws IOException {
        Pom pom = new Pom(directory, read(directory.resolve("pom.xml")), parent);
        all.add(pom);
        for (Element module : pom.elements("modules/module")) {
            collect(directory.resolve(module.getTextContent().strip()), Optional.of(pom), all);
        }
    }

    static Element read(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no POM", e);
        }
    }

    String artifactId() {
        return own("artifactId").orElseThrow();
    }

    /** What is packed: {@code pom} has no jar. */
    String packaging() {
        return own("packaging").orElse("jar");
    }

    boolean isPublished() {
        return !inherited("properties/maven.deploy.skip").orElseThrow().equals("true");
    }

    /** The text of the first such element of this POM alone. */
    Optional<String> own(String path) {
        return elements(path).stream()
                .map(element -> element.getTextContent().strip())
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    /** The same, of this POM or else of the nearest above. */
    Optional<String> inherited(String path) {
        return own(path).or(() -> parent.flatMap(above -> above.inherited(path)));
    }

    List<Element> elements(String path) {
        return elements(project, path);
    }

    static List<Element> elements(Element root, String path) {
        List<Element> found = List.of(root);
        for (String name : path.split("/")) {
            List<Element> next = new ArrayList<>();
            for (Element element : found) {
                for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (child instanceof Element each && each.getTagName().equals(name)) {
                        next.add(each);
                    }
                }
            }
            found = next;
        }
        return found;
    }

    /** The profile of this POM with this name. */
    Optional<Element> profile(String id) {
        return elements("profiles/profile").stream()
                .filter(profile ->
                        elements(profile, "id").get(0).getTextContent().equals(id))
                .findFirst();
    }

    @Override
    public String toString() {
        return directory.resolve("pom.xml").toString();
    }
}
