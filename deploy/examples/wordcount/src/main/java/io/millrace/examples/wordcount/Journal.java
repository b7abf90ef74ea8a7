package io.millrace.examples.wordcount;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * The words that one counting task has counted, appended to a file in batches; used by that task's thread.
 *
 * <pre>
 *   batch:  int length of the entries | int CRC-32 of the entries | entries
 *   entry:  int spout | long number | int length of the word | word in UTF-8
 * </pre>
 *
 * <p>A batch that a dying process left half written does not match its CRC; it is cut off when the journal is opened
 * again. What {@link #flush} has written survives the process, not a failure of the machine, as it is not forced to disk.
 */
final class Journal {

    /** Takes the words of an earlier process. */
    interface Visitor {
        void counted(int spout, long number, String word);
    }

    private static final int HEADER = 2 * Integer.BYTES;

    private final FileChannel channel;
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
    private final DataOutputStream encoder = new DataOutputStream(entries);
    private long size;

    private Journal(FileChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    /** Opens or makes a journal and shows what it holds. */
    static Journal open(Path file, Visitor visitor) {
        try {
            Files.createDirectories(file.getParent());
            long good = Files.exists(file) ? replay(file, visitor) : 0;
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.truncate(good);
            return new Journal(channel, good);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open journal " + file + ": " + e.getMessage(), e);
        }
    }

    void append(int spout, long number, String word) {
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        try {
            encoder.writeInt(spout);
            encoder.writeLong(number);
            encoder.writeInt(text.length);
            encoder.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what was appended as one batch; if it fails, the file is as before and the batch waits for the next. */
    void flush() {
        if (entries.size() == 0) {
            return;
        }
        byte[] bytes = entries.toByteArray();
        ByteBuffer batch = ByteBuffer.allocate(HEADER + bytes.length);
        batch.putInt(bytes.length).putInt(crc(bytes)).put(bytes).flip();
        try {
            long position = size;
            while (batch.hasRemaining()) {
                position += channel.write(batch, position);
            }
            size = position;
            entries.reset();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the journal: " + e.getMessage(), e);
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The length of what is whole. */
    private static long replay(Path file, Visitor visitor) throws IOException {
        long good = 0;
        long length = Files.size(file);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (length - good >= HEADER) {
                int size = in.readInt();
                int crc = in.readInt();
                if (size <= 0 || size > length - good - HEADER) {
                    return good;
                }
                byte[] bytes = in.readNBytes(size);
                if (bytes.length < size || crc(bytes) != crc) {
                    return good;
                }
                visit(bytes, visitor);
                good += HEADER + size;
            }
        } catch (EOFException e) {
            return good;
        }
        return good;
    }

    private static void visit(byte[] entries, Visitor visitor) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(entries));
        while (in.available() > 0) {
            int spout = in.readInt();
            long number = in.readLong();
            visitor.counted(spout, number, new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
        }
    }

    private static int crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
