package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScratchDirectoryTest {

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @Test
    void isGoneWithAllInItWhenClosed() throws Exception {
        ScratchDirectory directory = ScratchDirectory.make();
        Path inside = directory.resolve("a/b/c");
        Files.createDirectories(inside.getParent());
        Files.writeString(inside, "x");

        directory.close();

        assertThat(directory.path()).doesNotExist();
    }

    @Test
    void sweepsWhatTheDeadLeftAndNothingThatIsInUse() throws Exception {
        Path dead = Files.createDirectory(TEMPORARY.resolve("millrace-run-dead" + System.nanoTime()));
        Files.writeString(dead.resolve("lock"), "");
        Files.writeString(dead.resolve("data"), "x");

        try (ScratchDirectory first = ScratchDirectory.make();
                ScratchDirectory second = ScratchDirectory.make()) {
            assertThat(dead).doesNotExist();
            assertThat(first.path()).exists().isNotEqualTo(second.path());
        }
    }
}
