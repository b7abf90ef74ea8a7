package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import java.util.List;

/** The routes to one worker in another region. */
public interface GeoRoutes {

    /**
     * Returns the routes that a channel may use, first the connection that each pair of workers has. Called on the
     * executor's thread.
     */
    List<GeoRoute> of(int channel);
}
