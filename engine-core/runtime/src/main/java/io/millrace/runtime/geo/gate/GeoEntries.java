// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import java.util.List;

/** The routes to entries: workers of another region that copy batches for the tasks of that region. Any thread. */
public interface GeoEntries {

    /**
     * Returns the routes, the one to the preferred entry first.
     *
     * @param source task that sends
     * @param channel channel of the batches, by its number at the receivers
     */
    List<GeoRoute> entries(String region, int source, int channel);
}
