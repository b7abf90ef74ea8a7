// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 blocks, by the library's pure Java implementation: the native one needs a flag on newer JDKs. */
public final class Lz4Codec implements BatchCodec {

    private final LZ4Compressor compressor = LZ4Factory.safeInstance().fastCompressor();
    private final LZ4SafeDecompressor decompressor = LZ4Factory.safeInstance().safeDecompressor();

    @Override
    public int maxCompressed(int length) {
        return compressor.maxCompressedLength(length);
    }

    @Override
    public int compress(ByteBuffer source, int offset, int length, ByteBuffer target, int at) {
        return compressor.compress(source, offset, length, target, at, target.capacity() - at);
    }

    @Override
    public boolean decompress(ByteBuffer source, int offset, int length, ByteBuffer target, int originalLength) {
        try {
            return decompressor.decompress(source, offset, length, target, 0, originalLength) == originalLength;
        } catch (LZ4Exception e) {
            return false;
        }
    }
}
