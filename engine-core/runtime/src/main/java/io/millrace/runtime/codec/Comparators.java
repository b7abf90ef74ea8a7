// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The encoding of the comparator of a sorted collection: comparators of Java are a number, their reverses another
 * number before it, and comparators of registered classes are objects. Stateless.
 */
final class Comparators {

    private static final int NONE = 0;
    private static final int REVERSED = 1;
    private static final int OBJECT = 2;

    /** The first of the numbers of Java's comparators. */
    private static final int FIRST_OF_JAVA = 3;

    private static final List<Comparator<?>> OF_JAVA =
            List.of(Comparator.naturalOrder(), Comparator.reverseOrder(), String.CASE_INSENSITIVE_ORDER);

    /**
     * The class of reversed comparators, which hide the original comparator, but give it back when they are reversed.
     */
    private static final Class<?> REVERSING =
            Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass();

    private Comparators() {}

    /** @param sorted collection that has the comparator, for messages */
    static void write(Kryo kryo, Output output, Comparator<?> comparator, Object sorted) {
        if (comparator == null) {
            output.writeByte(NONE);
            return;
        }
        for (int i = 0; i < OF_JAVA.size(); i++) {
            if (comparator == OF_JAVA.get(i)) {
                output.writeByte(FIRST_OF_JAVA + i);
                return;
            }
        }
        if (comparator.getClass() == REVERSING) {
            output.writeByte(REVERSED);
            write(kryo, output, comparator.reversed(), sorted);
            return;
        }
        Class<?> type = comparator instanceof Enum<?> constant ? constant.getDeclaringClass() : comparator.getClass();
        if (kryo.getClassResolver().getRegistration(type) == null) {
            throw new CodecException("a " + sorted.getClass().getTypeName() + " is ordered by a " + type.getTypeName()
                    + ", which is not registered: order it by a named class of the topology, and add that to"
                    + " topology.serialization.classes");
        }
        output.writeByte(OBJECT);
        kryo.writeClassAndObject(output, comparator);
    }

    static Comparator<?> read(Kryo kryo, Input input) {
        int number = input.readByte();
        if (number == NONE) {
            return null;
        }
        if (number == REVERSED) {
            return Collections.reverseOrder(read(kryo, input));
        }
        if (number == OBJECT) {
            return (Comparator<?>) kryo.readClassAndObject(input);
        }
        int ofJava = number - FIRST_OF_JAVA;
        if (ofJava < 0 || ofJava >= OF_JAVA.size()) {
            throw new KryoException("comparator " + number + " is unknown");
        }
        return OF_JAVA.get(ofJava);
    }
}
