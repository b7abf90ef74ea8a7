package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import java.util.List;

/** The ways to one worker in another region. */
public interface GeoRoutes {

    /** Returns those by which a channel may go, the connection that each pair of workers has first. Called on the executor's thread. */
    List<GeoRoute> of(int channel);
}
