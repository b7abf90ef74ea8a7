// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.value;

import com.esotericsoftware.kryo.Kryo;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.storm.worker.StormLoader;
import io.millrace.storm.worker.StormSettings;
import java.util.List;
import org.apache.storm.serialization.SerializableSerializer;
import org.apache.storm.serialization.SerializationFactory;

/**
 * Registers the codec of {@link Box}, with the Kryo that Storm's settings describe: its factory, registrations,
 * decorators, and Java serialization for other classes if {@code topology.fall.back.on.java.serialization} allows it.
 *
 * @param settings the settings of the topology as JSON
 */
public record StormValues(String settings) implements ValueCodecs {

    /** Classes that Storm's own components emit, and do not register: those of states, and of Streams. */
    private static final List<String> STORMS_OWN = List.of(
            "org.apache.storm.spout.CheckPointState$Action",
            "org.apache.storm.streams.Pair",
            "org.apache.storm.streams.tuple.Tuple3",
            "org.apache.storm.streams.tuple.Tuple4",
            "org.apache.storm.streams.tuple.Tuple5",
            "org.apache.storm.streams.tuple.Tuple6",
            "org.apache.storm.streams.tuple.Tuple7",
            "org.apache.storm.streams.tuple.Tuple8",
            "org.apache.storm.streams.tuple.Tuple9",
            "org.apache.storm.streams.tuple.Tuple10");

    @Override
    public void register(Registry to) {
        to.add(Box.class, new BoxCodec(StormLoader.with(this::kryo)));
    }

    private Kryo kryo() {
        Kryo kryo = SerializationFactory.getKryo(StormSettings.read(settings));
        for (String name : STORMS_OWN) {
            try {
                Class<?> type = Class.forName(name);
                if (kryo.getClassResolver().getRegistration(type) == null) {
                    kryo.register(type, new SerializableSerializer());
                }
            } catch (ClassNotFoundException e) {
                // This version of Storm does not have it
            }
        }
        return kryo;
    }
}
