// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines in Python check images as those in Java do. */
class AnalyseImageTest {

    private static final String CHECK = """
            import sys, struct
            program, argument, *files = sys.argv
            sys.argv = [program, argument]
            import analyse_image
            for name in files:
                image = memoryview(open(name, "rb").read())
                number, _, due, length = struct.unpack_from("<qqqq", image)
                print(number, due, analyse_image.is_whole(image, number, length))
            """;

    @TempDir
    private Path directory;

    static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private String write(String name, byte[] image) throws IOException {
        return Files.write(directory.resolve(name), image).toString();
    }

    @Test
    @Timeout(30)
    void anImageThatLacksAPageIsNotWhole() throws Exception {
        assumeTrue(hasPython(), "no python3");
        byte[] content = Message.content(20_000);
        byte[] whole = Message.of(content, 7, 1, 99);
        byte[] torn = whole.clone();
        System.arraycopy(Message.of(content, 8, 1, 99), 8_192, torn, 8_192, 4_096);
        byte[] late = Message.of(content, 1_000_000, 1, Long.MAX_VALUE);
        Process python = new ProcessBuilder(List.of(
                        "python3",
                        "-B",
                        "-c",
                        CHECK,
                        "0",
                        write("whole", whole),
                        write("torn", torn),
                        write("cut", Arrays.copyOf(whole, 19_992)),
                        write("late", late)))
                .directory(Path.of(AnalyseImage.class
                                .getResource("/resources/analyse_image.py")
                                .toURI())
                        .getParent()
                        .toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly("7 99 True", "7 99 False", "7 99 False", "1000000 " + Long.MAX_VALUE + " True");
        assertThat(python.waitFor()).isZero();
    }
}
