package io.millrace.runtime.routing;

import io.millrace.api.Streams;
import java.util.Arrays;

/** All output streams of one source task. Confined to the thread of the task's executor. */
public final class Routes {

    private final String component;
    private final Route[] routes;
    private final Route byDefault;

    Routes(String component, Route[] routes) {
        this.component = component;
        this.routes = routes;
        this.byDefault = lookUp(Streams.DEFAULT);
    }

    public Route byDefault() {
        return byDefault == null ? of(Streams.DEFAULT) : byDefault;
    }

    /** Returns the route of a stream. Throws {@link IllegalArgumentException} if the component did not declare it. */
    public Route of(String stream) {
        Route route = lookUp(stream);
        if (route == null) {
            throw new IllegalArgumentException("component '" + component + "' emits on stream '" + stream
                    + "', which it does not declare: it has "
                    + (routes.length == 0
                            ? "none"
                            : Arrays.stream(routes)
                                    .map(known -> known.stream().name())
                                    .toList()));
        }
        return route;
    }

    private Route lookUp(String stream) {
        for (Route route : routes) {
            if (route.stream().name().equals(stream)) {
                return route;
            }
        }
        return null;
    }
}
