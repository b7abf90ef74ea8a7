// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.transport.geo.GeoRoute;
import java.nio.ByteBuffer;

/** A route whose relay costs money. */
record RelayedRoute(GeoRoute route) implements GeoRoute {

    @Override
    public String name() {
        return route.name();
    }

    @Override
    public boolean isRelayed() {
        return true;
    }

    @Override
    public boolean isUp() {
        return route.isUp();
    }

    @Override
    public boolean offer(ByteBuffer batch, int offset, int length) {
        return route.offer(batch, offset, length);
    }
}
