// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import io.millrace.api.config.ConfigKey;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The author's options of a JVM, in a file that java reads: command lines are seen by all accounts of the machine, and
 * options may have passwords.
 */
public final class JavaOptions {

    private static final String FILE = "java.options";

    private JavaOptions() {}

    /**
     * Writes the options into files of a directory that only this account can read. Java expands no file within a file,
     * so the author's files ({@code @file}) stand between them, in the order of the options.
     *
     * @param key setting that contains the options, for errors
     * @return arguments that stand for the options in the command
     */
    public static List<String> write(Path directory, ConfigKey<String> key, List<String> options) throws IOException {
        // The character set is the one by which java reads the files
        return write(directory, key, options, Charset.forName(System.getProperty("sun.jnu.encoding")));
    }

    static List<String> write(Path directory, ConfigKey<String> key, List<String> options, Charset ofArguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        List<String> together = new ArrayList<>();
        int files = 0;
        for (String option : options) {
            if (option.startsWith("@")) {
                if (!together.isEmpty()) {
                    command.add(written(directory.resolve(name(++files)), key, together, ofArguments));
                    together.clear();
                }
                command.add(option);
            } else {
                together.add(option);
            }
        }
        if (!together.isEmpty()) {
            command.add(written(directory.resolve(name(++files)), key, together, ofArguments));
        }
        return command;
    }

    private static String name(int number) {
        return number == 1 ? FILE : FILE + "." + number;
    }

    private static String written(Path file, ConfigKey<String> key, List<String> options, Charset ofArguments)
            throws IOException {
        try {
            Files.writeString(
                    file,
                    options.stream().map(JavaOptions::quoted).collect(Collectors.joining("\n", "", "\n")),
                    ofArguments);
        } catch (CharacterCodingException e) {
            throw new IOException(
                    key.name() + " has a character that " + ofArguments
                            + ", the encoding of this process's locale, has not: start it with LANG=C.UTF-8, or write"
                            + " the option without",
                    e);
        }
        return "@" + file;
    }

    private static String quoted(String option) {
        return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
