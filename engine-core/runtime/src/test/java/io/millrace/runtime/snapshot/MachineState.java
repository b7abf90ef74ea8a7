// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Copies the fields of a {@link Coordinator} or an {@link AgentState} into another one, and encodes them, so that the
 * real classes can be explored. The clock stands at 0: alarms that are set lie in the future, until the exploration
 * lets one ring.
 */
final class MachineState {

    /** Fields that are only shown to the operator, without an effect on what is done. */
    private static final Set<String> SHOWN =
            Set.of("unknownWhy", "unknownToldNanos", "durations", "wholeBytes", "committedMillis");

    private static final Set<Class<?>> SHARED = Set.of(
            CoordinatorPort.class,
            AgentPort.class,
            SnapshotHistory.class,
            LongSupplier.class,
            SnapshotSettings.class,
            Failures.class);

    private static final Set<Class<?>> PARTS =
            Set.of(PointerKeeper.class, Members.class, Rounds.class, Round.class, Member.class, Alarm.class);

    private static final ClassValue<Variable[]> VARIABLES = new ClassValue<>() {
        @Override
        protected Variable[] computeValue(Class<?> type) {
            List<Variable> variables = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !field.isSynthetic()
                        && !SHARED.contains(field.getType())
                        && !SHOWN.contains(field.getName())
                        // The members are the coordinator's
                        && !(type == Rounds.class && field.getType() == Members.class)) {
                    field.setAccessible(true);
                    variables.add(new Variable(field, Kind.of(field), Modifier.isFinal(field.getModifiers())));
                }
            }
            return variables.toArray(new Variable[0]);
        }
    };

    private MachineState() {}

    private record Variable(Field field, Kind kind, boolean isFinal) {}

    private enum Kind {
        FLAG,
        INT,
        LONG,
        MAP,
        SET,
        PART,
        VALUE;

        static Kind of(Field field) {
            Class<?> type = field.getType();
            if (type.isPrimitive()) {
                return type == boolean.class ? FLAG : type == int.class ? INT : LONG;
            }
            return Map.class.isAssignableFrom(type)
                    ? MAP
                    : Set.class.isAssignableFrom(type) ? SET : PARTS.contains(type) ? PART : VALUE;
        }
    }

    /** Makes {@code to}, which is new and has the same values of final fields, equal to {@code from}. */
    static void copy(Object from, Object to) {
        try {
            for (Variable variable : VARIABLES.get(from.getClass())) {
                copy(variable, from, to);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void encode(Object machine, StateCode code) {
        if (machine instanceof Alarm alarm) {
            code.put(!alarm.isSet() ? 0 : alarm.isDue(0) ? 1 : 2);
            return;
        }
        try {
            for (Variable variable : VARIABLES.get(machine.getClass())) {
                encode(variable, machine, code);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static Alarm alarm(Object machine, String name) {
        return get(machine, name, Alarm.class);
    }

    static <T> T get(Object machine, String name, Class<T> type) {
        try {
            for (Variable variable : VARIABLES.get(machine.getClass())) {
                if (variable.field.getName().equals(name)) {
                    return type.cast(variable.field.get(machine));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        throw new IllegalStateException(machine.getClass() + " has no " + name);
    }

    private static void encode(Variable variable, Object machine, StateCode code) throws IllegalAccessException {
        Field field = variable.field;
        switch (variable.kind) {
            case FLAG -> code.put(field.getBoolean(machine));
            case INT -> code.put(field.getInt(machine));
            case LONG -> {
                long value = field.getLong(machine);
                code.put((int) value);
                code.put((int) (value >>> 32));
            }
            case MAP -> {
                Map<?, ?> map = (Map<?, ?>) field.get(machine);
                code.put(map.size());
                map.forEach((key, value) -> {
                    code.put(key);
                    encodeValue(value, code);
                });
            }
            case SET -> code.put((Object) Set.copyOf((Set<?>) field.get(machine)));
            default -> encodeValue(field.get(machine), code);
        }
    }

    private static void encodeValue(Object value, StateCode code) {
        if (value != null && PARTS.contains(value.getClass())) {
            encode(value, code);
        } else {
            code.put(value);
        }
    }

    @SuppressWarnings("unchecked")
    private static void copy(Variable variable, Object from, Object to) throws IllegalAccessException {
        Field field = variable.field;
        switch (variable.kind) {
            case FLAG -> field.setBoolean(to, field.getBoolean(from));
            case INT -> field.setInt(to, field.getInt(from));
            case LONG -> {
                if (!variable.isFinal) {
                    field.setLong(to, field.getLong(from));
                }
            }
            case MAP -> {
                Map<Object, Object> target = (Map<Object, Object>) field.get(to);
                ((Map<Object, Object>) field.get(from)).forEach((key, value) -> target.put(key, copied(value)));
            }
            case SET -> ((Set<Object>) field.get(to)).addAll((Set<Object>) field.get(from));
            default -> {
                if (!variable.isFinal) {
                    field.set(to, copied(field.get(from)));
                } else if (variable.kind == Kind.PART) {
                    copy(field.get(from), field.get(to));
                }
            }
        }
    }

    private static Object copied(Object value) {
        Object copy;
        if (value instanceof Member member) {
            copy = new Member(member.worker);
        } else if (value instanceof Round round) {
            copy = new Round(round.id, round.generation, false, 0, 0, 1, round.requests());
        } else {
            return value;
        }
        copy(value, copy);
        return copy;
    }
}
