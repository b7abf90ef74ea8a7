package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "version", description = "Shows the version of Millrace and of Java.")
final class VersionCommand implements Runnable {

    private static final String POM = "/META-INF/maven/io.millrace/engine-core/pom.properties";

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    public void run() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("millrace", version());
        versions.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        versions.put(
                "os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        millrace.print(
                versions,
                () -> versions.forEach((what, which) -> millrace.terminal().line(what + " " + which)));
    }

    /** The version in the jar's Maven metadata; classes outside a jar have none. */
    private static String version() {
        try (InputStream in = VersionCommand.class.getResourceAsStream(POM)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unpackaged");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
