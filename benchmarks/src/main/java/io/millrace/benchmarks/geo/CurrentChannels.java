// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoChannels;
import java.nio.ByteBuffer;

/**
 * Gives what comes to the channels of the present measurement. Those of earlier ones are closed, so that no memory is
 * theirs.
 */
final class CurrentChannels implements InboundHandler {

    private volatile GeoChannels current = new GeoChannels(() -> {});

    GeoChannels get() {
        return current;
    }

    /** What comes for the former ones from now on is dropped. */
    void replace(GeoChannels next) {
        GeoChannels former = current;
        current = next;
        former.close();
    }

    @Override
    public void onMessage(InboundMessage message) {
        current.onMessage(message);
    }

    @Override
    public void onControl(int targetTask, ByteBuffer buffer, int offset, int length) {
        current.onControl(targetTask, buffer, offset, length);
    }
}
