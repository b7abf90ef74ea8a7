// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The secrets of one task of a connector. In a text of its author, {@code ${env:NAME}} stands for a variable of the
 * worker's environment and {@code ${file:/path}} for the content of a file on the node, so that neither the jar nor the
 * stored topology has the secret. Secrets that were read or added are hidden in messages. Connectors call it on the
 * worker, when they connect, in any thread.
 */
public final class Secrets {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]*)}");
    private static final int MOST_BYTES = 64 << 10;
    private static final String HIDDEN = "***";

    /** The depth to which causes are searched: no driver nests deeper, and some errors are their own cause. */
    private static final int DEEPEST = 20;

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private final Map<String, String> environment;

    /** The known secrets, the longest first, as one may be a part of another. */
    private final Set<String> known = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    public Secrets() {
        this(System.getenv());
    }

    /** Makes secrets with the variables of an environment, for tests of connectors. */
    public Secrets(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Returns the text with its references replaced by their values, which are read at each call. Line ends at the end
     * of a file are left out.
     *
     * @param what the use of the text, such as "the password of jdbc:h2:mem:a"; must not contain the secret
     * @throws TopologyException in one line, if a variable or a file is not there, or other accounts can read or write
     *     the file; its group may read it
     */
    public String resolve(String what, String text) {
        Matcher references = REFERENCE.matcher(text);
        StringBuilder resolved = new StringBuilder();
        while (references.find()) {
            String name = references.group(2);
            String secret = references.group(1).equals("env") ? variable(what, name) : file(what, name);
            hideAlso(secret);
            references.appendReplacement(resolved, Matcher.quoteReplacement(secret));
        }
        return references.appendTail(resolved).toString();
    }

    private String variable(String what, String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new TopologyException("the environment of the worker has no " + name + ", which is to have " + what
                    + ": set it for the supervisor");
        }
        return value;
    }

    private static String file(String what, String name) {
        String named = "the file '" + name + "', which is to have " + what + ", ";
        try {
            Path file = Path.of(name);
            if (!file.isAbsolute()) {
                throw new TopologyException(named + "has no absolute path: write ${file:/path}");
            }
            // Read the attributes first: opening a pipe would wait
            long bytes = Files.size(file);
            if (!Files.isRegularFile(file) || bytes > MOST_BYTES) {
                throw new TopologyException(named + "is " + (Files.isRegularFile(file) ? bytes + " bytes" : "no file")
                        + ": name a file of up to " + MOST_BYTES + " bytes");
            }
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
                    && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
                throw new TopologyException(
                        named + "can be read by other accounts, or changed by others: chmod 600 " + file);
            }
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replaceFirst("\\R+\\z", "");
        } catch (NoSuchFileException e) {
            throw new TopologyException(named + "is not on this node: make it with mode 0600", e);
        } catch (IOException | InvalidPathException e) {
            throw new TopologyException(
                    named + "cannot be read (" + e.getClass().getSimpleName() + "): give it to the workers' account",
                    e);
        }
    }

    /** Hides this text in messages too. */
    public void hideAlso(String secret) {
        if (!secret.isEmpty()) {
            known.add(secret);
        }
    }

    /** Returns a message, such as that of a driver, without the secrets. */
    public String hide(String message) {
        String hidden = message;
        for (String secret : known) {
            hidden = hidden.replace(secret, HIDDEN);
        }
        return hidden;
    }

    /**
     * Returns the exception; if its message or that of a cause contains a secret, another one without the secret and
     * without causes, as logs print those.
     */
    public TopologyException hide(TopologyException error) {
        if (!tells(error, 0)) {
            return error;
        }
        TopologyException hidden = new TopologyException(hide(error.getMessage()));
        hidden.setStackTrace(error.getStackTrace());
        return hidden;
    }

    private boolean tells(Throwable error, int depth) {
        if (error == null || depth == DEEPEST) {
            return error != null;
        }
        return !hide(error.toString()).equals(error.toString())
                || tells(error.getCause(), depth + 1)
                || Stream.of(error.getSuppressed()).anyMatch(each -> tells(each, depth + 1));
    }
}
