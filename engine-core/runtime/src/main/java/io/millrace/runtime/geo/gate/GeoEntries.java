package io.millrace.runtime.geo.gate;

import io.millrace.transport.geo.GeoRoute;
import java.util.List;

/** The ways to the workers of another region that copy what comes to them for the tasks of that region. Any thread. */
public interface GeoEntries {

    /**
     * Returns the ways, that to the preferred entry first.
     *
     * @param source the task that sends
     * @param channel of the batches, by its number at the receivers
     */
    List<GeoRoute> entries(String region, int source, int channel);
}
