// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.w3c.dom.Element;

/** A directory of released files, and what Maven Central would refuse of it. */
record Bundle(Path directory) {

    private static final Map<String, String> DIGESTS = Map.of("md5", "MD5", "sha1", "SHA-1");

    /** The POM of each artifact. */
    List<Path> poms() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".pom"))
                    .sorted()
                    .toList();
        }
    }

    /** All that is signed: POMs, jars, sources, documentation. */
    List<Path> signed() throws IOException {
        List<Path> signed = new ArrayList<>();
        for (Path pom : poms()) {
            signed.addAll(required(pom));
        }
        return signed;
    }

    /** One line for each thing that is missing or wrong. */
    List<String> faults() throws IOException {
        List<String> faults = new ArrayList<>();
        if (poms().isEmpty()) {
            faults.add(directory + " has no POM");
        }
        for (Path pom : poms()) {
            if (pom.getFileName().toString().contains("SNAPSHOT")) {
                faults.add(pom.getFileName() + " is no release");
            }
            for (Path file : required(pom)) {
                check(file, faults);
            }
        }
        return faults;
    }

    private static List<Path> required(Path pom) throws IOException {
        String name = pom.getFileName().toString();
        String base = name.substring(0, name.length() - ".pom".length());
        List<Path> files = new ArrayList<>(List.of(pom));
        if (!packaging(pom).equals("pom")) {
            for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
                files.add(pom.resolveSibling(base + end));
            }
        }
        return files;
    }

    private static String packaging(Path pom) throws IOException {
        return Pom.elements(Pom.read(pom), "packaging").stream()
                .map(Element::getTextContent)
                .findFirst()
                .orElse("jar");
    }

    private static void check(Path file, List<String> faults) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            faults.add(file.getFileName() + " is missing");
            return;
        }
        if (!Files.isRegularFile(signature(file))) {
            faults.add(file.getFileName() + " is not signed");
        }
        for (Map.Entry<String, String> digest : DIGESTS.entrySet()) {
            Path beside = file.resolveSibling(file.getFileName() + "." + digest.getKey());
            if (!Files.isRegularFile(beside)) {
                faults.add(file.getFileName() + " has no " + digest.getKey());
            } else if (!Files.readString(beside).strip().equals(digest(file, digest.getValue()))) {
                faults.add(file.getFileName() + " has another " + digest.getKey());
            }
        }
    }

    static Path signature(Path file) {
        return file.resolveSibling(file.getFileName() + ".asc");
    }

    static String digest(Path file, String algorithm) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
