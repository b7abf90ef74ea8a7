// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.state.StateCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A capture with given blocks; without a text a block is the same as before. */
class FakeCapture implements StateCapture {

    private final Map<Integer, String> blocks;
    boolean released;
    RuntimeException failure;

    FakeCapture(Map<Integer, String> blocks) {
        this.blocks = new TreeMap<>(blocks);
    }

    @Override
    public void write(ValuesCodec codec, Blocks out) throws IOException {
        assertThat(released).as("released before it is written").isFalse();
        for (Map.Entry<Integer, String> block : blocks.entrySet()) {
            if (block.getValue().isEmpty()) {
                out.same(block.getKey());
            } else {
                out.put(block.getKey(), ByteBuffer.wrap(block.getValue().getBytes(StandardCharsets.UTF_8)));
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void release() {
        released = true;
    }
}
