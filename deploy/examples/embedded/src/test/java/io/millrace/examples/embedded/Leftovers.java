// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an engine could leave behind in this process and on this machine. */
record Leftovers(Set<String> threads, Set<Long> processes, Set<String> files) {

    private static final long PATIENCE_NANOS = 10_000_000_000L;
    /** What the names of directories in shared memory begin with that a test makes for itself. */
    static final String OWN = "millrace-embedded-";

    private static final long POLL_NANOS = 20_000_000L;

    /** @param shared the directory in shared memory that the engines of the test use */
    static Leftovers now(Path shared) {
        Set<String> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon() || thread.getName().startsWith("millrace"))
                .map(Thread::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<Long> processes = ProcessHandle.current()
                .descendants()
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> files = new TreeSet<>(filesBelow(
                Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + System.getProperty("user.name"))));
        files.addAll(filesBelow(shared));
        return new Leftovers(threads, processes, files);
    }

    /** Fails if something that was not there before is still there after some seconds; threads may take a moment. */
    static void assertNoneSince(Leftovers before, Path shared) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        Leftovers left = now(shared).since(before);
        while (!left.none() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            left = now(shared).since(before);
        }
        assertThat(left).isEqualTo(new Leftovers(Set.of(), Set.of(), Set.of()));
    }

    private Leftovers since(Leftovers before) {
        return new Leftovers(
                without(threads, before.threads), without(processes, before.processes), without(files, before.files));
    }

    private boolean none() {
        return threads.isEmpty() && processes.isEmpty() && files.isEmpty();
    }

    private static <T extends Comparable<T>> Set<T> without(Set<T> now, Set<T> before) {
        Set<T> rest = new TreeSet<>(now);
        rest.removeAll(before);
        return rest;
    }

    /** The files that name this process, as other engines may run on this machine; and all in its own directory. */
    private static Set<String> filesBelow(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Set.of();
        }
        String mark = "-" + ProcessHandle.current().pid() + "-";
        boolean own = directory.getFileName().toString().startsWith(OWN);
        try (Stream<Path> all = Files.walk(directory, own ? Integer.MAX_VALUE : 1)) {
            return all.filter(path ->
                            Files.isRegularFile(path) && (own || path.toString().contains(mark)))
                    .map(Path::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
