// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ProcessLockTest {
    private static final int TIMES = Boolean.getBoolean("millrace.long") ? 10_000 : 2_000;

    @TempDir
    Path directory;

    @Test
    void isAliveWhileHeldAndAsOftenAsAsked() throws Exception {
        ProcessLock lock = ProcessLock.acquire(directory);
        Path link = Files.createLink(directory.resolve("link"), lock.file());
        for (int i = 0; i < 3; i++) {
            assertThat(ProcessLock.isAlive(lock.file())).isTrue();
            assertThat(ProcessLock.isAlive(link)).isTrue();
        }
        lock.close();
        assertThat(lock.file()).doesNotExist();
        assertThat(ProcessLock.isAlive(link)).isFalse();
    }

    @Test
    void twoInOneJvmDoNotDisturbEachOther() throws Exception {
        ProcessLock second = ProcessLock.acquire(directory);
        try (ProcessLock first = ProcessLock.acquire(directory)) {
            Path link = Files.createLink(directory.resolve("link"), second.file());
            second.close();
            assertThat(ProcessLock.isAlive(link)).isFalse();
            assertThat(ProcessLock.isAlive(first.file())).isTrue();
        }
    }

    @Test
    void staysHeldUntilEverythingOpenedWithItIsClosed() throws Exception {
        ProcessLock lock = ProcessLock.acquire(directory);
        lock.retain();
        lock.close();
        lock.close();
        assertThat(ProcessLock.isAlive(lock.file())).isTrue();
        lock.release();
        assertThat(lock.file()).doesNotExist();
        assertThatThrownBy(lock::retain).hasMessageContaining("is closed");
    }

    /** The file system gives a new file the key of one that was just deleted. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void oneThatIsReleasedDoesNotTakeAnotherOneWithItsKeyForUnlocked() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                done.add(threads.submit(() -> {
                    for (int i = 0; i < TIMES / 2; i++) {
                        ProcessLock lock = ProcessLock.acquire(directory);
                        assertThat(ProcessLock.isAlive(lock.file())).isTrue();
                        lock.close();
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(openFilesIn(directory)).isEmpty();
    }

    @Test
    void isAcquiredWhileAnotherThreadLooksForTheDead() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> remover = thread.submit(() -> {
                while (!done.get()) {
                    ProcessLockIT.Prober.probe(directory);
                }
                return null;
            });
            for (int i = 0; i < TIMES; i++) {
                ProcessLock.acquire(directory).close();
            }
            done.set(true);
            remover.get();
        } finally {
            done.set(true);
            thread.shutdown();
        }
    }

    private static List<String> openFilesIn(Path directory) throws Exception {
        List<String> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String file = Files.readSymbolicLink(descriptor).toString();
                    if (file.startsWith(directory.toRealPath() + "/")) {
                        open.add(file);
                    }
                } catch (NoSuchFileException e) {
                    // The descriptor of the listing itself.
                }
            }
        }
        return open;
    }

    @Test
    void whatIsNotThereIsNotProvenDead() throws Exception {
        assertThat(ProcessLock.isAlive(directory.resolve("none"))).isTrue();
    }

    @Test
    void theFileOfAnotherCopyOfThisClassIsAliveAndStaysLocked() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = loader.loadClass(ProcessLock.class.getName());
            Object theirs = copy.getMethod("acquire", Path.class).invoke(null, directory);
            Path file = (Path) copy.getMethod("file").invoke(theirs);
            Path link = Files.createLink(directory.resolve("link"), file);
            assertThat(ProcessLock.isAlive(file)).isTrue();
            assertThat(ProcessLock.isAlive(link)).isTrue();
            assertThat(isLockedForOtherProcesses(link)).isTrue();
            copy.getMethod("close").invoke(theirs);
            assertThat(ProcessLock.isAlive(link)).isFalse();
            assertThat(isLockedForOtherProcesses(link)).isFalse();
        }
    }

    /** The kernel lists it as {@code 1: POSIX ADVISORY WRITE pid major:minor:inode 0 EOF}. */
    private static boolean isLockedForOtherProcesses(Path file) throws Exception {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        long pid = ProcessHandle.current().pid();
        return Files.readAllLines(Path.of("/proc/locks")).stream()
                .anyMatch(line -> line.contains(inode) && line.contains(" " + pid + " "));
    }

    @Test
    void sharedDirectoriesAreForTheirOwnerAndVanish() throws Exception {
        Path base = directory.resolve("base");
        Path path;
        try (SharedDirectory shared = SharedDirectory.create(base, "worker")) {
            path = shared.path();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(shared.lock().file())))
                    .isEqualTo("rw-------");
            Files.createDirectories(path.resolve("a/b"));
            assertThat(SharedDirectory.removeDead(base)).isEmpty();
            assertThat(path).isDirectory();
        }
        assertThat(base).isEmptyDirectory();
    }

    @Test
    void removesWhatTheDeadLeftAndNothingElse() throws Exception {
        Path base = Files.createDirectories(directory.resolve("base"), MODE);
        Path outside = Files.writeString(directory.resolve("outside"), "kept");
        Files.writeString(base.resolve("worker-1-1.lock"), "");
        Files.createDirectories(base.resolve("worker-1-1/deep"));
        Files.createSymbolicLink(base.resolve("worker-1-1/deep/link"), outside);
        Files.writeString(base.resolve("worker-2-2.unlocked"), "");
        Files.createDirectory(base.resolve("without-lock"));
        try (SharedDirectory living = SharedDirectory.create(base, "worker")) {
            assertThat(SharedDirectory.listDead(base)).containsExactly(base.resolve("worker-1-1"));
            assertThat(SharedDirectory.removeDead(base)).containsExactly(base.resolve("worker-1-1"));
            assertThat(base.toFile().list())
                    .containsExactlyInAnyOrder(
                            "without-lock",
                            living.path().getFileName().toString(),
                            living.lock().file().getFileName().toString());
        }
        assertThat(outside).hasContent("kept");
        assertThat(SharedDirectory.listDead(directory.resolve("none"))).isEmpty();
    }

    private static final java.nio.file.attribute.FileAttribute<?> MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /**
     * Another account made it first, in a directory that all may write to: it leads to locks of this account, such as
     * yarn.lock.
     */
    @Test
    void locksBehindALinkAreNobodysDead() throws Exception {
        Path project = Files.createDirectory(directory.resolve("project"));
        Path lock = Files.writeString(project.resolve("yarn.lock"), "");
        Path base = Files.createSymbolicLink(directory.resolve("base"), project);

        assertThat(SharedDirectory.listDead(base)).isEmpty();
        assertThat(SharedDirectory.removeDead(base)).isEmpty();
        assertThat(lock).exists();
    }

    @Test
    void withoutSharedMemoryTheBaseIsInTheTemporaryDirectory() throws Exception {
        Path memory = Files.createDirectory(directory.resolve("shm"));
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        assertThat(SharedDirectory.baseIn(memory, temporary)).hasParentRaw(memory);
        assertThat(SharedDirectory.baseIn(directory.resolve("none"), temporary)).hasParentRaw(temporary);
        assertThat(SharedDirectory.baseIn(Files.writeString(directory.resolve("file"), ""), temporary))
                .hasParentRaw(temporary);
        assertThat(SharedDirectory.baseIn(memory, temporary).getFileName().toString())
                .matches("millrace-[A-Za-z0-9_.-]+");
        Path base = SharedDirectory.baseIn(directory.resolve("none"), temporary);
        try (SharedDirectory shared = SharedDirectory.create(base, "worker")) {
            assertThat(shared.path()).isDirectory().hasParentRaw(base);
        }
    }

    @Test
    void aBaseThatOthersMayEnterIsRefused() throws Exception {
        Path base = Files.createDirectory(directory.resolve("base"));
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-x---"));
        assertThatThrownBy(() -> SharedDirectory.create(base, "worker")).hasMessageContaining("chmod 700");
        assertThatThrownBy(() -> SharedDirectory.create(directory, "../x")).hasMessageContaining("prefix");
    }
}
