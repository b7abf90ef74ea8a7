// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.cluster.config.Directories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The output of workers: one file each in {@code <data dir>/logs/<topology id>/<worker>.log}, and the previous one.
 * Workers have the file open for appending. A rotation therefore copies and truncates it, and a line that is written in
 * between is lost.
 */
final class LogFiles {

    private static final String SUFFIX = ".log";
    private static final String PREVIOUS = ".log.1";
    private static final int MOST_TAIL_BYTES = 4 << 20;
    private static final int MOST_PART_BYTES = 1 << 20;

    private final Path base;
    private final long mostBytes;
    private final long mostTopologyBytes;

    /**
     * @param mostBytes the length at which a log is rotated
     * @param mostTopologyBytes the most bytes of all logs of a topology together
     */
    LogFiles(Path base, long mostBytes, long mostTopologyBytes) throws IOException {
        this.base = base;
        this.mostBytes = mostBytes;
        this.mostTopologyBytes = mostTopologyBytes;
        Files.createDirectories(base);
        Directories.ownerOnly(base);
    }

    /** Returns the log file of a worker; creates its directory. */
    Path file(String topologyId, String worker) throws IOException {
        Path directory = base.resolve(topologyId);
        Files.createDirectories(directory);
        return directory.resolve(worker + SUFFIX);
    }

    /** Starts a new file if this one is too long. */
    synchronized void rotate(String topologyId, String worker) throws IOException {
        Path file = base.resolve(topologyId).resolve(worker + SUFFIX);
        try {
            if (Files.size(file) >= mostBytes) {
                Files.copy(file, file.resolveSibling(worker + PREVIOUS), StandardCopyOption.REPLACE_EXISTING);
                empty(file);
            }
        } catch (NoSuchFileException e) {
            // The worker has printed nothing.
        }
    }

    /**
     * Makes room in the directories of topologies whose logs are too long: removes files that no worker writes, the
     * oldest first, and then empties the other files, the largest first.
     */
    synchronized void bound(Collection<WorkerKey> running) throws IOException {
        Set<Path> written = running.stream()
                .map(key -> base.resolve(key.topologyId()).resolve(key.worker() + SUFFIX))
                .collect(Collectors.toSet());
        try (Stream<Path> directories = Files.list(base)) {
            for (Path directory : directories.filter(Files::isDirectory).toList()) {
                bound(directory, written);
            }
        }
    }

    private void bound(Path directory, Set<Path> written) throws IOException {
        List<Log> logs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                logs.add(new Log(
                        file, Files.size(file), Files.getLastModifiedTime(file).toMillis(), written.contains(file)));
            }
        }
        long excess = logs.stream().mapToLong(Log::bytes).sum() - mostTopologyBytes;
        if (excess <= 0) {
            return;
        }
        logs.sort(Comparator.comparing(Log::written)
                .thenComparing(log -> log.written() ? -log.bytes() : log.modifiedMillis()));
        for (Log log : logs) {
            if (excess <= 0) {
                return;
            }
            if (log.written()) {
                empty(log.file());
            } else {
                Files.deleteIfExists(log.file());
            }
            excess -= log.bytes();
        }
    }

    private record Log(Path file, long bytes, long modifiedMillis, boolean written) {}

    private static void empty(Path file) throws IOException {
        Files.newByteChannel(file, StandardOpenOption.WRITE).truncate(0).close();
    }

    /**
     * Lines of a log.
     *
     * @param position the position of their end: the time of the last rotation, and the offset since then
     */
    record Part(List<String> lines, String position) {}

    /** Returns the last lines. */
    synchronized Part tail(String topologyId, String worker, int lines) throws IOException {
        Path file = base.resolve(topologyId).resolve(worker + SUFFIX);
        Path previous = file.resolveSibling(worker + PREVIOUS);
        long length = length(file);
        List<String> last = tail(file, length, lines);
        if (last.size() < lines) {
            List<String> before = tail(previous, length(previous), lines - last.size());
            last = Stream.concat(before.stream(), last.stream()).toList();
        }
        return new Part(last, rotated(previous) + "." + length);
    }

    /**
     * Returns the whole lines that follow a position, which {@link #tail} or this method has returned; lines of a file
     * that was rotated twice since are lost.
     */
    synchronized Part after(String topologyId, String worker, String position) throws IOException {
        Path file = base.resolve(topologyId).resolve(worker + SUFFIX);
        Path previous = file.resolveSibling(worker + PREVIOUS);
        int dot = position.indexOf('.');
        long from = Long.parseLong(position.substring(dot + 1));
        long rotated = rotated(previous);
        long known = Long.parseLong(position.substring(0, dot));
        List<String> lines = new ArrayList<>();
        if (rotated != known) {
            byte[] left = read(previous, from);
            if (from + left.length < length(previous)) {
                int whole = wholeLines(left);
                return new Part(lines(left, whole), known + "." + (from + whole));
            }
            lines.addAll(lines(left, left.length));
            from = 0;
        } else if (length(file) < from) {
            // The file was emptied
            from = 0;
        }
        byte[] next = read(file, from);
        int whole = wholeLines(next);
        lines.addAll(lines(next, whole));
        return new Part(lines, rotated + "." + (from + whole));
    }

    /** Returns the length of the whole lines; that of the whole part if it is the middle of one line. */
    private static int wholeLines(byte[] part) {
        int whole = part.length;
        while (whole > 0 && part[whole - 1] != '\n') {
            whole--;
        }
        return whole == 0 && part.length == MOST_PART_BYTES ? part.length : whole;
    }

    private static long length(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static long rotated(Path previous) throws IOException {
        return Files.exists(previous) ? Files.getLastModifiedTime(previous).toMillis() : 0;
    }

    private static byte[] read(Path file, long from) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.max(0, Math.min(MOST_PART_BYTES, in.length() - from))];
            in.seek(from);
            in.readFully(bytes);
            return bytes;
        } catch (FileNotFoundException e) {
            return new byte[0];
        }
    }

    private static List<String> lines(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8).lines().toList();
    }

    /**
     * Removes the logs of topologies that have been gone for this long, and of those that ended first if more are left.
     */
    void removeEnded(Duration age, int most, List<String> running) throws IOException {
        List<Ended> ended = new ArrayList<>();
        try (Stream<Path> directories = Files.list(base)) {
            for (Path directory : directories.toList()) {
                if (!running.contains(directory.getFileName().toString())) {
                    ended.add(new Ended(directory, Files.getLastModifiedTime(directory)));
                }
            }
        }
        ended.sort(Comparator.comparing(Ended::since).reversed());
        FileTime oldest = FileTime.from(Instant.now().minus(age));
        for (int i = 0; i < ended.size(); i++) {
            if (i >= most || ended.get(i).since().compareTo(oldest) < 0) {
                Directories.remove(ended.get(i).directory());
            }
        }
    }

    private record Ended(Path directory, FileTime since) {}

    private static List<String> tail(Path file, long length, int lines) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            int tailBytes = (int) Math.min(MOST_TAIL_BYTES, length);
            byte[] bytes = new byte[tailBytes];
            in.seek(length - tailBytes);
            in.readFully(bytes);
            String[] all = new String(bytes, StandardCharsets.UTF_8).split("\n");
            if (all.length == 1 && all[0].isEmpty()) {
                return List.of();
            }
            return Arrays.asList(all).subList(Math.max(0, all.length - lines), all.length);
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }
}
