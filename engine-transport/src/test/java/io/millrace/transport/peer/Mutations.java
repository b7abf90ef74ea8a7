// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Changes a valid stream of frames as broken or hostile peers do; equal seeds give equal changes. */
final class Mutations {

    private static final int[] TELLING_INTS = {
        0, 1, -1, 7, 8, 4096, 4097, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 24, 1 << 29, 3 << 30, 0xFFFF, 0x10000
    };

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    public Random random() {
        return random;
    }

    byte[] mutate(byte[] valid) {
        byte[] result = valid;
        for (int times = 1 + random.nextInt(3); times > 0 && result.length > 8; times--) {
            result = switch (random.nextInt(9)) {
                case 0 -> flipBit(result.clone());
                case 1 -> setByte(result.clone());
                case 2 -> setInt(result.clone(), random.nextInt(result.length - 3));
                case 3 -> setInt(result.clone(), headerField(valid, result.length));
                case 4 -> without(result);
                case 5 -> withNoise(result);
                case 6 -> shuffled(valid);
                case 7 -> repeated(valid);
                default -> java.util.Arrays.copyOf(result, random.nextInt(result.length));
            };
        }
        return result;
    }

    public byte[] noise(int longest) {
        byte[] noise = new byte[random.nextInt(longest)];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] flipBit(byte[] bytes) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    private byte[] setByte(byte[] bytes) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return bytes;
    }

    private byte[] setInt(byte[] bytes, int at) {
        int value = random.nextBoolean() ? TELLING_INTS[random.nextInt(TELLING_INTS.length)] : random.nextInt();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return bytes;
    }

    /** Changes a word near the beginning of a frame, where lengths, channels and positions are. */
    private int headerField(byte[] valid, int length) {
        List<Integer> frames = RecordedConnection.frames(valid);
        int at = frames.get(random.nextInt(frames.size() - 1)) + 4 * random.nextInt(8);
        return Math.min(at, length - 4);
    }

    private byte[] without(byte[] bytes) {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
        return join(part(bytes, 0, from), part(bytes, to, bytes.length));
    }

    private byte[] withNoise(byte[] bytes) {
        int at = random.nextInt(bytes.length);
        return join(part(bytes, 0, at), noise(40), part(bytes, at, bytes.length));
    }

    /** Puts valid frames into another order. */
    private byte[] shuffled(byte[] valid) {
        List<byte[]> frames = frames(valid);
        Collections.swap(frames, random.nextInt(frames.size()), random.nextInt(frames.size()));
        return join(frames.toArray(byte[][]::new));
    }

    private byte[] repeated(byte[] valid) {
        List<byte[]> frames = frames(valid);
        frames.add(random.nextInt(frames.size()), frames.get(random.nextInt(frames.size())));
        return join(frames.toArray(byte[][]::new));
    }

    private static List<byte[]> frames(byte[] valid) {
        List<Integer> starts = RecordedConnection.frames(valid);
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i + 1 < starts.size(); i++) {
            frames.add(part(valid, starts.get(i), starts.get(i + 1)));
        }
        return frames;
    }

    private static byte[] part(byte[] bytes, int from, int to) {
        return java.util.Arrays.copyOfRange(bytes, from, to);
    }

    private static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
