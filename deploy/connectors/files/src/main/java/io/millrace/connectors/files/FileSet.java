// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/**
 * The files that one task reads. Scans of the directory find new files, renamed ones and growth; a scan is done in
 * steps, as a directory may be large. A file belongs to the task that its inode selects, so that a rename does not give
 * it to another task. Used by the task's thread.
 */
final class FileSet {

    /** A listing may miss a file that is renamed meanwhile, so only several ones prove that it is gone. */
    private static final int SCANS_UNTIL_GONE = 3;

    /** Times of modification may be equal, but a renamed file is known, and the one with its former name is not. */
    private static final Comparator<SourceFile> OLDEST_FIRST = Comparator.comparing(
                    (SourceFile file) -> file.offset == 0)
            .thenComparing(file -> file.modified)
            .thenComparing(file -> file.path);

    private final Path directory;
    private final Path single;
    private final Predicate<Path> selected;
    private final int task;
    private final int tasks;
    private final ObjLongConsumer<String> lost;

    private final Map<String, SourceFile> files = new LinkedHashMap<>();
    private final ArrayDeque<SourceFile> ready = new ArrayDeque<>();

    private DirectoryStream<Path> stream;
    private Iterator<Path> entries;
    private long scans;
    private int numbers;

    /** The device of the directory if the births of its files are surely known; else null. */
    private Object deviceWithBirths;

    /**
     * @param single the only file that is selected, or null
     * @param selected which names in the directory are read
     * @param lost gets one line for each file of which bytes are lost, and their number
     */
    FileSet(Path directory, Path single, Predicate<Path> selected, int task, int tasks, ObjLongConsumer<String> lost) {
        this.directory = directory;
        this.single = single;
        this.selected = selected;
        this.task = task;
        this.tasks = tasks;
        this.lost = lost;
    }

    /**
     * What is known of a path.
     *
     * @param device that it is on
     * @param changed content or attributes
     * @param born the time of the last modification where it is not known
     */
    record Found(
            String key, Object device, long size, FileTime modified, FileTime changed, FileTime born, boolean regular) {

        private static final String ATTRIBUTES = "unix:ino,dev,size,lastModifiedTime,ctime,creationTime,isRegularFile";

        static Found at(Path path) throws IOException {
            try {
                Map<String, Object> values = Files.readAttributes(path, ATTRIBUTES);
                return new Found(
                        "inode:" + values.get("ino"),
                        values.get("dev"),
                        (Long) values.get("size"),
                        (FileTime) values.get("lastModifiedTime"),
                        (FileTime) values.get("ctime"),
                        (FileTime) values.get("creationTime"),
                        (Boolean) values.get("isRegularFile"));
            } catch (UnsupportedOperationException | IllegalArgumentException noInodes) {
                BasicFileAttributes values = Files.readAttributes(path, BasicFileAttributes.class);
                FileTime modified = values.lastModifiedTime();
                return new Found(
                        "path:" + path,
                        "",
                        values.size(),
                        modified,
                        modified,
                        values.creationTime(),
                        values.isRegularFile());
            }
        }

        /**
         * Returns whether {@link #born} is surely the file's birth: file systems that do not know it show the last
         * modification.
         */
        boolean birthKnown() {
            return !born.equals(modified);
        }
    }

    /**
     * Does a part of a scan.
     *
     * @param limit of entries to look at
     * @param open is being read, so it is not gone; or null
     * @param now in nanoseconds
     * @return whether the scan is complete
     */
    boolean scan(int limit, SourceFile open, long now) throws IOException {
        try {
            if (entries == null) {
                scans++;
                noteBirths();
                entries = begin();
            }
            for (int i = 0; i < limit && entries.hasNext(); i++) {
                look(entries.next(), open, now);
            }
            if (entries.hasNext()) {
                return false;
            }
        } catch (DirectoryIteratorException e) {
            endScan();
            throw e.getCause();
        } catch (IOException e) {
            endScan();
            throw e;
        }
        endScan();
        removeGone(open);
        List<SourceFile> changed = new ArrayList<>();
        for (SourceFile file : files.values()) {
            if (file != open && !file.queued && file.seenByScan == scans && file.mustBeOpened(now)) {
                file.unread |= file.hasMore() && !file.failing;
                changed.add(file);
            }
        }
        changed.sort(OLDEST_FIRST);
        changed.forEach(this::enqueue);
        return true;
    }

    /** Once files were added to it, a directory shows whether births are known on its device. */
    private void noteBirths() throws IOException {
        if (deviceWithBirths == null) {
            Found found = Found.at(directory);
            deviceWithBirths = found.birthKnown() ? found.device : null;
        }
    }

    /** A single file needs no listing, unless another one must be found that has had its name. */
    private Iterator<Path> begin() throws IOException {
        if (single != null) {
            String key = keyOf(single);
            if (files.isEmpty() || (files.size() == 1 && files.containsKey(key))) {
                return List.of(single).iterator();
            }
        }
        stream = Files.newDirectoryStream(directory);
        return stream.iterator();
    }

    private void look(Path path, SourceFile open, long now) throws IOException {
        Found found;
        try {
            found = Found.at(path);
        } catch (NoSuchFileException removedMeanwhile) {
            return;
        }
        SourceFile file = files.get(found.key);
        boolean births = found.birthKnown() || found.device.equals(deviceWithBirths);
        if (file != null && file != open && file.isOther(found, births)) {
            remove(file);
            files.remove(found.key);
            file = null;
        }
        if (file == null) {
            if (!found.regular || !selected.test(path) || !isMine(found.key)) {
                return;
            }
            file = new SourceFile(found.key, numbers++, path, now);
            files.put(found.key, file);
        }
        file.found(path, found, births, now);
        file.seenByScan = scans;
    }

    private void removeGone(SourceFile open) {
        files.values().removeIf(file -> {
            if (file == open || scans - file.seenByScan < SCANS_UNTIL_GONE) {
                return false;
            }
            remove(file);
            return true;
        });
    }

    private void remove(SourceFile file) {
        if (file.size > file.offset) {
            long bytes = file.size - file.offset;
            lost.accept(
                    file.path + " was removed before it was read to its end: " + bytes + " bytes from " + file.offset
                            + " on are lost; remove files when they are read",
                    bytes);
        }
        if (file.queued) {
            ready.remove(file);
        }
    }

    private void endScan() throws IOException {
        entries = null;
        if (stream != null) {
            DirectoryStream<Path> old = stream;
            stream = null;
            old.close();
        }
    }

    private boolean isMine(String key) {
        CRC32C hash = new CRC32C();
        hash.update(key.getBytes(StandardCharsets.UTF_8));
        return hash.getValue() % tasks == task;
    }

    private static String keyOf(Path path) throws IOException {
        try {
            return Found.at(path).key;
        } catch (NoSuchFileException none) {
            return "";
        }
    }

    /** Returns whether the file's path leads to it now. */
    boolean isAtPath(SourceFile file) throws IOException {
        return keyOf(file.path).equals(file.key);
    }

    /** Takes the next file to read, or null. */
    SourceFile poll() {
        SourceFile file = ready.poll();
        if (file != null) {
            file.queued = false;
        }
        return file;
    }

    void enqueue(SourceFile file) {
        file.queued = true;
        ready.add(file);
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** Returns whether the last complete scan has found all files that are known. */
    boolean allSeen() {
        return files.values().stream().allMatch(file -> file.seenByScan == scans);
    }

    Collection<SourceFile> files() {
        return files.values();
    }

    /** Goes back to positions, of which it takes those of this task. */
    void restore(Iterable<?> positions, long now) throws IOException {
        endScan();
        files.clear();
        ready.clear();
        for (Object position : positions) {
            SourceFile file = SourceFile.decode(position, numbers, now);
            if (isMine(file.key)) {
                numbers++;
                file.seenByScan = scans;
                files.put(file.key, file);
            }
        }
    }

    void close() throws IOException {
        endScan();
    }
}
