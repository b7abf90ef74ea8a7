package io.millrace.testing;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.Spout;
import io.millrace.api.spi.Instances;
import java.util.Map;

/** Wraps every component with a recorder, and replaces spouts that the test feeds. Used by the thread of the test. */
final class Observer implements Instances {

    private final Map<String, Recording> recordings;
    private final Map<String, Feed> feeds;

    Observer(Map<String, Recording> recordings, Map<String, Feed> feeds) {
        this.recordings = recordings;
        this.feeds = feeds;
    }

    /** A fed spout stays the engine's unless it is replaced. A results bolt does not, because nobody subscribes to it. */
    @Override
    public Component around(ComponentSpec spec, Component engines) {
        return spec.kind() == ComponentSpec.Kind.SPOUT && !feeds.containsKey(spec.id())
                ? new ObservedSpout((Spout) engines, recordings.get(spec.id()))
                : null;
    }

    @Override
    public Component make(ComponentSpec spec, int task, ClassLoader loader) {
        Recording recording = recordings.get(spec.id());
        Feed feed = feeds.get(spec.id());
        if (feed != null) {
            return new ObservedSpout(new FedSpout(feed), recording);
        }
        Component authors = spec.instantiate(loader);
        return switch (spec.kind()) {
            case SPOUT -> new ObservedSpout((Spout) authors, recording);
            case BOLT -> new ObservedBolt((Bolt) authors, authors, recording);
            case BASIC_BOLT -> new ObservedBolt(new AnchoringBolt((BasicBolt) authors), authors, recording);
        };
    }
}
