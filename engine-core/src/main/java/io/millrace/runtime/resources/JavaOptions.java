package io.millrace.runtime.resources;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The author's options of a JVM, in a file that java reads: command lines are seen by all accounts of the machine, and options may have passwords. */
public final class JavaOptions {

    private static final String FILE = "java.options";

    private JavaOptions() {}

    /**
     * Writes the options into a directory that is this account's alone.
     *
     * @return what stands for them in the command
     */
    public static String write(Path directory, List<String> options) throws IOException {
        // As java reads it
        Charset ofArguments = Charset.forName(System.getProperty("sun.jnu.encoding"));
        Path file = directory.resolve(FILE);
        Files.writeString(
                file,
                options.stream().map(JavaOptions::quoted).collect(Collectors.joining("\n", "", "\n")),
                ofArguments);
        return "@" + file;
    }

    private static String quoted(String option) {
        return '"' + option.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
