// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import io.millrace.transport.geo.KnownRoutes;
import java.util.List;

/** The routes to one worker in another region. */
public interface GeoRoutes {

    /**
     * Returns the routes of a channel, first the connection of the pair of workers. Called on the executor's thread.
     */
    List<GeoRoute> of(int channel);

    /** Returns the knowledge of these routes that channels share; by default each channel has its own. */
    default KnownRoutes known() {
        return new KnownRoutes();
    }
}
