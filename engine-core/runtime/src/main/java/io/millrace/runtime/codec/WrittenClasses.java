// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The form in which a topology encoded objects of its author's classes, which {@link ValuesCodec#reading} needs to read
 * them after the classes have changed. Objects are encoded without the names of their fields, so the names are kept
 * here. Immutable.
 *
 * @param registered the classes that Kryo encoded, in the order of their ids; empty if the author has registered none
 * @param coded names of the classes that had codecs of the author, in the order of their numbers
 */
public record WrittenClasses(List<WrittenClass> registered, List<String> coded) {

    /** The classes of a topology without classes of its own. */
    public static final WrittenClasses NONE = new WrittenClasses(List.of(), List.of());

    /** The form in which the objects of a class were encoded. */
    public enum Form {
        /**
         * The engine encodes the object as a whole, without regard to fields: a class of Java, an array, a collection.
         */
        WHOLE,
        /** The components, in the order of their names. */
        RECORD,
        /** The fields, in the order of their names. */
        FIELDS,
        /** The number of the constant. */
        ENUM,
        /** A codec of the author encodes the object. */
        CODED
    }

    /**
     * A field, a component, or a constant of an enum.
     *
     * @param type declared type; empty for a constant
     */
    public record Member(String name, String type) {}

    /**
     * A class that was encoded.
     *
     * @param id number by which encoded objects name the class
     * @param unextended whether no other class could extend it, so that fields of this type hold no id
     * @param members members in the order in which they were written
     */
    public record WrittenClass(int id, String name, Form form, boolean unextended, List<Member> members) {
        public WrittenClass {
            members = List.copyOf(members);
        }

        private Optional<Member> member(String wanted) {
            return members.stream().filter(each -> each.name().equals(wanted)).findFirst();
        }
    }

    public WrittenClasses {
        registered = List.copyOf(registered);
        coded = List.copyOf(coded);
    }

    /** Returns why objects of this form cannot be read with the present classes, in one line; empty if they can. */
    public Optional<String> refusal(WrittenClasses present) {
        Map<String, WrittenClass> now = new HashMap<>();
        present.registered.forEach(each -> now.put(each.name(), each));
        for (WrittenClass before : registered) {
            WrittenClass after = now.get(before.name());
            Optional<String> refused = after != null
                    ? changed(before, after)
                    : before.form() == Form.CODED ? Optional.empty() : gone(before);
            if (refused.isPresent()) {
                return refused;
            }
        }
        return coded.stream()
                .filter(name -> !present.coded.contains(name))
                .findFirst()
                .map(name ->
                        "class " + name + " had a codec, and has none now: register one that reads what the earlier"
                                + " one wrote, by TopologyBuilder.codec");
    }

    /**
     * Returns the refusal of a class that is gone. A class of Java was registered because a record used it, and records
     * are compared themselves.
     */
    private static Optional<String> gone(WrittenClass before) {
        return before.name().startsWith("java.")
                ? Optional.empty()
                : Optional.of("class " + before.name() + " was registered, and is not now: name it in"
                        + " topology.serialization.classes");
    }

    private static Optional<String> changed(WrittenClass before, WrittenClass after) {
        String which = "class " + before.name();
        if (before.form() != after.form()) {
            return Optional.of(which + " was " + said(before.form()) + ", and is " + said(after.form())
                    + " now: leave it as it was, and give the new one another name");
        }
        if (before.unextended() != after.unextended() && !isHiddenInJava(before.name())) {
            return Optional.of(which + (before.unextended() ? " was final, and is not now" : " is final now")
                    + ": declare it as it was");
        }
        for (Member member : before.members()) {
            Optional<Member> same = after.member(member.name());
            String what = before.form() == Form.ENUM ? " had the constant '" : " had the field '";
            if (same.isEmpty()) {
                return Optional.of(which + what + member.name()
                        + "', which is gone: keep it, as fields and constants can only be added");
            }
            if (!same.get().type().equals(member.type())) {
                return Optional.of(which + what + member.name() + "' of " + member.type() + ", which is of "
                        + same.get().type() + " now: keep its type, and add a field with another name");
            }
        }
        return Optional.empty();
    }

    /**
     * Returns whether a class of Java is hidden: no field can be declared of it, and releases of Java differ in which
     * of them are final.
     */
    private static boolean isHiddenInJava(String name) {
        if (!name.startsWith("java.")) {
            return false;
        }
        try {
            return !Modifier.isPublic(Class.forName(name, false, null).getModifiers());
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static String said(Form form) {
        return switch (form) {
            case WHOLE -> "encoded without its fields";
            case RECORD -> "a record";
            case FIELDS -> "a class with fields";
            case ENUM -> "an enum";
            case CODED -> "encoded by a codec";
        };
    }
}
