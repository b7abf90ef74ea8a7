// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.codec;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;

/**
 * Registers the codecs of a topology. The instance that {@code TopologyBuilder.codecs} gets is a template, as
 * components are: it travels serialized, and its class must be in the topology's jar. The topology's class loader hides
 * the engine's libraries, so codecs use the libraries of the jar, such as Kryo, Protobuf or Avro.
 *
 * <pre>{@code
 * builder.codecs(to -> to.add(Point.class, new PointCodec()).add(Trade.class, new ProtobufCodec<>(Trade.parser())));
 * }</pre>
 */
@FunctionalInterface
public interface ValueCodecs extends Serializable {

    /**
     * Adds codecs. Called once for each executor of each worker, by the thread that starts the worker. Each call must
     * make new codecs, for the same classes in the same order: the order is part of the encoding.
     */
    void register(Registry to);

    /** Takes the codecs of one executor. */
    interface Registry {

        /**
         * Adds the codec of a class.
         *
         * @throws TopologyException if objects of the class have an encoding already
         */
        <T> Registry add(Class<T> type, ValueCodec<T> codec);
    }
}
