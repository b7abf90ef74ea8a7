// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import java.util.List;

/** The routes to one worker in another region. */
public interface GeoRoutes {

    /**
     * Returns the routes of a channel, first the connection of the pair of workers. Called on the executor's thread.
     */
    List<GeoRoute> of(int channel);
}
