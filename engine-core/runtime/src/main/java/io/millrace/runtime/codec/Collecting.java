// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Kryo's serializers of collections and maps of registered classes: the comparator, if the class has one, and the
 * elements in their order.
 */
final class Collecting {

    /**
     * The collections and maps of Java that arrive as what they were. Others have more state than their elements, such
     * as a capacity or a class of keys.
     */
    private static final Set<Class<?>> WHOLE = Set.of(
            ArrayList.class,
            LinkedList.class,
            Vector.class,
            Stack.class,
            CopyOnWriteArrayList.class,
            ArrayDeque.class,
            ConcurrentLinkedQueue.class,
            ConcurrentLinkedDeque.class,
            PriorityQueue.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class,
            EnumSet.class,
            CopyOnWriteArraySet.class,
            ConcurrentSkipListSet.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            Hashtable.class,
            ConcurrentHashMap.class,
            ConcurrentSkipListMap.class);

    private Collecting() {}

    static boolean isWhole(Class<?> type) {
        return WHOLE.contains(type);
    }

    private static boolean isSorted(Class<?> type) {
        return SortedSet.class.isAssignableFrom(type)
                || SortedMap.class.isAssignableFrom(type)
                || PriorityQueue.class.isAssignableFrom(type);
    }

    private static Comparator<?> comparator(Object sorted) {
        return sorted instanceof SortedSet<?> set
                ? set.comparator()
                : sorted instanceof SortedMap<?, ?> map ? map.comparator() : ((PriorityQueue<?>) sorted).comparator();
    }

    private static void writeComparator(Kryo kryo, Output output, Object sorted) {
        Comparator<?> comparator = comparator(sorted);
        if (comparator != null && !takesComparator(sorted.getClass())) {
            throw new CodecException("a " + sorted.getClass().getTypeName() + " has a comparator, and its class no"
                    + " constructor that takes one: add one, or register a codec by TopologyBuilder.codec");
        }
        Comparators.write(kryo, output, comparator, sorted);
    }

    /** Returns whether objects of a class can be made with a comparator, as all of Java's can that have one. */
    private static boolean takesComparator(Class<?> type) {
        if (type.getClassLoader() == null) {
            return true;
        }
        try {
            type.getDeclaredConstructor(Comparator.class);
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static Object newSorted(Kryo kryo, Class<?> type, Comparator<?> comparator) {
        if (comparator == null) {
            return kryo.newInstance(type);
        }
        try {
            var constructor = type.getDeclaredConstructor(Comparator.class);
            if (type.getClassLoader() != null) {
                constructor.setAccessible(true);
            }
            return constructor.newInstance(comparator);
        } catch (ReflectiveOperationException e) {
            throw new CodecException("a " + type.getTypeName() + " with a comparator cannot be made: " + e, e);
        }
    }

    /** The serializer of collections that can be made and added to. */
    static class Elements extends CollectionSerializer<Collection<?>> {

        @Override
        protected void writeHeader(Kryo kryo, Output output, Collection<?> value) {
            if (isSorted(value.getClass())) {
                writeComparator(kryo, output, value);
            }
        }

        @Override
        protected Collection<?> create(Kryo kryo, Input input, Class<? extends Collection<?>> type, int size) {
            int count = ((BoundedInput) input).elements(size);
            return isSorted(type)
                    ? (Collection<?>) newSorted(kryo, type, Comparators.read(kryo, input))
                    : super.create(kryo, input, type, count);
        }
    }

    /** The serializer of maps that can be made and added to. */
    static class Entries extends MapSerializer<Map<?, ?>> {

        @Override
        protected void writeHeader(Kryo kryo, Output output, Map<?, ?> value) {
            if (isSorted(value.getClass())) {
                writeComparator(kryo, output, value);
            }
        }

        @Override
        protected Map<?, ?> create(Kryo kryo, Input input, Class<? extends Map<?, ?>> type, int size) {
            int count = ((BoundedInput) input).elements(size);
            return isSorted(type)
                    ? (Map<?, ?>) newSorted(kryo, type, Comparators.read(kryo, input))
                    : super.create(kryo, input, type, count);
        }
    }
}
