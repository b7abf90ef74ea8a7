// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way that needs no server brings messages whole and in order, and says at once when none is there. */
@Timeout(60)
class IntakeTest {

    private static final int[] SIZES = {40, 100, 65_536, 70_000, 3_000_000, 100};

    @TempDir
    private Path directory;

    private static byte[] message(int number, int bytes) {
        return Message.of(Message.content(bytes), number, 1, 1_000L + number);
    }

    private static byte[] next(Inlet inlet) {
        byte[] message;
        do {
            message = inlet.poll();
        } while (message == null);
        return message;
    }

    /** Both ends, connected. */
    private record Way(Outlet outlet, Inlet inlet) {

        static Way open(Intake intake, Path directory) throws Exception {
            Outlet outlet = intake.outlet(directory);
            CompletableFuture<Void> accepted = CompletableFuture.runAsync(() -> {
                try {
                    outlet.awaitReader();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Inlet inlet = intake.inlet(directory);
            accepted.get(30, TimeUnit.SECONDS);
            return new Way(outlet, inlet);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Intake.class,
            names = {"TCP", "FILES"})
    void messagesOfSeveralSizesComeWholeAndInOrder(Intake intake) throws Exception {
        Way way = Way.open(intake, directory);
        assertThat(way.inlet.poll()).isNull();
        // A socket holds less than the largest, so another thread writes
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < 3 * SIZES.length; i++) {
                    way.outlet.write(message(i, SIZES[i % SIZES.length]));
                }
                way.outlet.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        for (int i = 0; i < 3 * SIZES.length; i++) {
            Message.Words words = Message.read(next(way.inlet));
            assertThat(words.isWhole()).isTrue();
            assertThat(words.number()).isEqualTo(i);
            assertThat(words.length()).isEqualTo(SIZES[i % SIZES.length]);
        }
        written.get(30, TimeUnit.SECONDS);
        assertThat(way.inlet.poll()).isNull();
    }

    @Test
    void aFileIsGoneWhenItIsReadAndOneThatIsBeingWrittenIsLeftAlone() throws Exception {
        Way way = Way.open(Intake.FILES, directory);
        Path messages = directory.resolve(FilesOutlet.MESSAGES);
        Path unfinished = Files.write(messages.resolve(FilesOutlet.UNFINISHED + "11"), new byte[3]);
        for (int i = 0; i < 11; i++) {
            way.outlet.write(message(i, 100));
        }
        for (int i = 0; i < 11; i++) {
            assertThat(Message.read(way.inlet.poll()).number()).isEqualTo(i);
        }
        assertThat(messages).isDirectoryContaining(unfinished::equals);
        assertThat(messages.toFile().list()).hasSize(1);
    }

    @Test
    void bytesThatAreNoMessageAreRefused() throws Exception {
        Way way = Way.open(Intake.TCP, directory);
        byte[] wrong = message(0, 100);
        ByteBuffer.wrap(wrong).order(ByteOrder.LITTLE_ENDIAN).putLong(24, 1L << 40);
        way.outlet.write(wrong);
        way.outlet.flush();

        assertThatThrownBy(() -> next(way.inlet))
                .isInstanceOf(UncheckedIOException.class)
                .hasStackTraceContaining("a message of 1099511627776 bytes");
    }

    @Test
    void aSourceEmitsWhatCameWithTheTimeAtWhichItWasDue() throws Exception {
        Intake.FILES.write(directory);
        Outlet outlet = Intake.FILES.outlet(directory);
        Source source = new Source(directory);
        assertThat(source.isDue(0)).isFalse();
        assertThat(source.idleUntil(5)).as("it can only be asked").isEqualTo(5);

        outlet.write(message(3, 100));

        assertThat(source.isDue(0)).isTrue();
        assertThat(source.due()).isEqualTo(1_003);
        assertThat(source.bytes()).isEqualTo(100);
        assertThat(source.next(0)).isEqualTo(message(3, 100)).isSameAs(source.message());
        source.emitted(0);
        assertThat(source.next(0)).isNull();
    }

    @Test
    void theLoadGeneratorWaitsWhileTooMuchIsUnderWay() throws Exception {
        Board board = Board.create(directory, 1);
        Backlog backlog = new Backlog(board);
        int bytes = 64 << 20;
        for (int i = 0; i < 4; i++) {
            assertThat(backlog.isFull(bytes)).isFalse();
            board.add(BoardDescriptor.EMITTED, 1);
        }
        assertThat(backlog.isFull(bytes)).isTrue();

        board.done(board.takeRow(), 0);

        assertThat(backlog.isFull(bytes)).isFalse();
        board.add(BoardDescriptor.EMITTED, 1);
        assertThat(backlog.isFull(bytes)).isTrue();
    }
}
