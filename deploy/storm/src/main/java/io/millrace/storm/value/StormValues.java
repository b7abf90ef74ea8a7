package io.millrace.storm.value;

import io.millrace.api.codec.ValueCodecs;
import io.millrace.storm.worker.StormLoader;
import io.millrace.storm.worker.StormSettings;
import org.apache.storm.serialization.SerializationFactory;

/**
 * Registers the codec of {@link Box}, with the Kryo that Storm's settings describe: its factory, registrations,
 * decorators, and Java serialization for other classes if {@code topology.fall.back.on.java.serialization} allows it.
 *
 * @param settings the settings of the topology as JSON
 */
public record StormValues(String settings) implements ValueCodecs {

    @Override
    public void register(Registry to) {
        to.add(
                Box.class,
                new BoxCodec(StormLoader.with(() -> SerializationFactory.getKryo(StormSettings.read(settings)))));
    }
}
