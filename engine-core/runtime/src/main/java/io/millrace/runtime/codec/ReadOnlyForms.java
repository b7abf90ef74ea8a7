// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * Lists, sets and maps of unregistered classes within registered objects, such as those of {@code Arrays.asList} and
 * {@code Collections}. They arrive as in tuples: equal and read-only. An object is kept as it is if a registered class
 * declares its class, or declares one of its interfaces that the read-only form lacks. Confined to the thread of its
 * Kryo.
 */
final class ReadOnlyForms {

    /** The forms, which stand for the classes in registrations. */
    private enum Form {
        LIST(AnyList.class, Collections.unmodifiableList(new ArrayList<>())),
        SET(AnySet.class, Collections.unmodifiableSet(new LinkedHashSet<>())),
        SORTED_SET(AnySortedSet.class, Collections.unmodifiableNavigableSet(new TreeSet<>())),
        MAP(AnyMap.class, Collections.unmodifiableMap(new LinkedHashMap<>())),
        SORTED_MAP(AnySortedMap.class, Collections.unmodifiableNavigableMap(new TreeMap<>()));

        private final Class<?> marker;
        private final Class<?> arrives;

        Form(Class<?> marker, Object arrives) {
            this.marker = marker;
            this.arrives = arrives.getClass();
        }
    }

    private static final class AnyList {}

    private static final class AnySet {}

    private static final class AnySortedSet {}

    private static final class AnyMap {}

    private static final class AnySortedMap {}

    /** Classes whose objects have more state than their entries, as have author's classes that add fields to Java's. */
    private static final Set<Class<?>> MORE_THAN_ENTRIES =
            Set.of(IdentityHashMap.class, WeakHashMap.class, Properties.class);

    private final Kryo kryo;
    private final Set<Class<?>> declared = new LinkedHashSet<>();
    private final Map<Class<?>, Registration> known = new HashMap<>();

    /** Registers the forms. */
    ReadOnlyForms(Kryo kryo) {
        this.kryo = kryo;
        kryo.register(Form.LIST.marker, new ElementsOf(Form.LIST));
        kryo.register(Form.SET.marker, new ElementsOf(Form.SET));
        kryo.register(Form.SORTED_SET.marker, new ElementsOf(Form.SORTED_SET));
        kryo.register(Form.MAP.marker, new EntriesOf(Form.MAP));
        kryo.register(Form.SORTED_MAP.marker, new EntriesOf(Form.SORTED_MAP));
    }

    /** Keeps objects that the fields of a class may be declared with. */
    void keepDeclared(Class<?> registered) {
        for (Class<?> type = registered; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    keep(field.getType());
                    keep(field.getGenericType());
                }
            }
        }
    }

    private void keep(Type type) {
        if (type instanceof Class<?> plain) {
            Class<?> element = plain;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            if (element != Object.class && !element.isPrimitive()) {
                declared.add(element);
            }
        } else if (type instanceof ParameterizedType generic) {
            keep(generic.getRawType());
            for (Type argument : generic.getActualTypeArguments()) {
                keep(argument);
            }
        } else if (type instanceof GenericArrayType array) {
            keep(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            for (Type bound : wildcard.getUpperBounds()) {
                keep(bound);
            }
        }
    }

    /** Returns the registration of the form in which objects of an unregistered class arrive; null if there is none. */
    Registration of(Class<?> type) {
        if (!Collection.class.isAssignableFrom(type) && !Map.class.isAssignableFrom(type)) {
            return null;
        }
        return known.computeIfAbsent(type, this::find);
    }

    private Registration find(Class<?> type) {
        Form form = form(type);
        if (form == null) {
            return null;
        }
        boolean isKept =
                declared.stream().anyMatch(each -> each.isAssignableFrom(type) && !each.isAssignableFrom(form.arrives));
        return isKept ? null : kryo.getClassResolver().getRegistration(form.marker);
    }

    private static Form form(Class<?> type) {
        if (MORE_THAN_ENTRIES.stream().anyMatch(each -> each.isAssignableFrom(type)) || Registrable.addsFields(type)) {
            return null;
        }
        if (Map.class.isAssignableFrom(type)) {
            return SortedMap.class.isAssignableFrom(type) ? Form.SORTED_MAP : Form.MAP;
        }
        if (Set.class.isAssignableFrom(type)) {
            return SortedSet.class.isAssignableFrom(type) ? Form.SORTED_SET : Form.SET;
        }
        return Queue.class.isAssignableFrom(type) && !List.class.isAssignableFrom(type) ? null : Form.LIST;
    }

    /** Returns whether Kryo writes the fields of a class. */
    static boolean hasFields(Registration registration) {
        return registration.getType().isRecord() || registration.getSerializer() instanceof FieldSerializer;
    }

    private static final class ElementsOf extends Collecting.Elements {

        private final Form form;

        ElementsOf(Form form) {
            this.form = form;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected Collection<?> create(Kryo kryo, Input input, Class<? extends Collection<?>> type, int size) {
            int count = ((BoundedInput) input).elements(size);
            return switch (form) {
                case LIST -> new ArrayList<>(count);
                case SET -> new LinkedHashSet<>();
                default -> new TreeSet<>((Comparator<Object>) Comparators.read(kryo, input));
            };
        }

        @Override
        public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
            Collection<?> read = super.read(kryo, input, type);
            return switch (form) {
                case LIST -> Collections.unmodifiableList((List<?>) read);
                case SET -> Collections.unmodifiableSet((Set<?>) read);
                default -> Collections.unmodifiableNavigableSet((TreeSet<?>) read);
            };
        }
    }

    private static final class EntriesOf extends Collecting.Entries {

        private final Form form;

        EntriesOf(Form form) {
            this.form = form;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected Map<?, ?> create(Kryo kryo, Input input, Class<? extends Map<?, ?>> type, int size) {
            ((BoundedInput) input).elements(size);
            return form == Form.MAP
                    ? new LinkedHashMap<>()
                    : new TreeMap<>((Comparator<Object>) Comparators.read(kryo, input));
        }

        @Override
        public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
            Map<?, ?> read = super.read(kryo, input, type);
            return form == Form.MAP
                    ? Collections.unmodifiableMap(read)
                    : Collections.unmodifiableNavigableMap((TreeMap<?, ?>) read);
        }
    }
}
