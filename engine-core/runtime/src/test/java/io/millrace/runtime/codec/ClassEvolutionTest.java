// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.codec.ValueCodecs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects that one version of an author's classes has written, read with another version that another class loader has.
 */
class ClassEvolutionTest {

    private static final Map<String, String> BEFORE = Map.of(
            "Order", "public record Order(String zip, long cents, Kind kind, java.util.List<Item> items) {}",
            "Item", "public record Item(String name, int count) {}",
            "Kind", "public enum Kind { NEW, OLD }",
            "Account",
                    "public class Account { String owner; long cents; java.util.List<String> notes;"
                            + " Account(String o, long c) { owner = o; cents = c; notes = java.util.List.of(o); }"
                            + " Account() {} public String toString() { return owner + cents + notes; } }");

    @TempDir
    private Path directory;

    private final List<ClassVersions> versions = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (ClassVersions version : versions) {
            version.close();
        }
    }

    private ClassVersions compile(Map<String, String> sources) {
        ClassVersions version = new ClassVersions(directory.resolve("v" + versions.size()), sources);
        versions.add(version);
        return version;
    }

    private ClassVersions changed(String... namesAndSources) {
        Map<String, String> sources = new java.util.HashMap<>(BEFORE);
        for (int i = 0; i < namesAndSources.length; i += 2) {
            sources.put(namesAndSources[i], namesAndSources[i + 1]);
        }
        return compile(sources);
    }

    private static List<Class<?>> types(ClassVersions version, String... names) {
        return Arrays.<String>stream(names).<Class<?>>map(version::type).toList();
    }

    private static ByteBuffer write(ValuesCodec codec, Object... values) {
        ByteBuffer bytes = ByteBuffer.allocate(codec.sizeOf(values));
        codec.write(bytes, 0, values);
        return bytes;
    }

    private static String read(ValuesCodec codec, ByteBuffer bytes) {
        return Arrays.toString(codec.read(bytes, 0, bytes.capacity()));
    }

    private static Object order(ClassVersions version) {
        Object item = version.make("Item", "pen", 3);
        return version.make(
                "Order",
                "8001",
                250L,
                version.type("Kind").getEnumConstants()[1],
                List.of(item, version.make("Item", "ink", 1)));
    }

    @Test
    void addedComponentsFieldsAndConstantsHaveDefaultsAndOtherIdsAreFollowed() {
        ClassVersions before = compile(BEFORE);
        ValuesCodec writer = new ValuesCodec(types(before, "Order", "Account"));
        ByteBuffer bytes = write(
                writer, order(before), before.make("Account", "ann", 7L), List.of(before.make("Account", "bob", 8L)));

        ClassVersions after = changed(
                "Order",
                "public record Order(int priority, String zip, long cents, String note, Kind kind, java.util.List<Item> items)"
                        + " { public Order { if (note == null) note = \"none\"; } }",
                "Item",
                "public record Item(String name, double weight, int count) {}",
                "Kind",
                "public enum Kind { FIRST, OLD, NEW }",
                "Account",
                "public class Account { String owner; long cents; java.util.List<String> notes; String bank = \"ours\"; boolean a;"
                        + " public String toString() { return owner + cents + notes + bank + a; } }");
        List<Class<?>> now = types(after, "Kind", "Account", "Item", "Order");
        ValuesCodec reader = ValuesCodec.reading(writer.classes(), now, List.of());

        assertThat(read(reader, bytes))
                .isEqualTo(
                        "[Order[priority=0, zip=8001, cents=250, note=none, kind=OLD, items=[Item[name=pen, weight=0.0, count=3],"
                                + " Item[name=ink, weight=0.0, count=1]]], ann7[ann]oursfalse, [bob8[bob]oursfalse]]");
    }

    @Test
    void unchangedClassesAreReadAsTheyAre() {
        ClassVersions before = compile(BEFORE);
        ClassVersions after = compile(BEFORE);
        ValuesCodec writer = new ValuesCodec(types(before, "Order"));
        assertThat(writer.classes()).isEqualTo(new ValuesCodec(types(after, "Order")).classes());
        assertThat(new ValuesCodec(List.of()).classes()).isEqualTo(WrittenClasses.NONE);
        ValuesCodec reader = ValuesCodec.reading(writer.classes(), types(after, "Order"), List.of());
        assertThat(read(reader, write(writer, order(before)))).contains("cents=250");
    }

    @Test
    void whatCannotBeReadIsRefusedWithTheNameAndTheRemedy() {
        WrittenClasses before = new ValuesCodec(types(compile(BEFORE), "Order", "Account")).classes();
        refused(before, changed("Item", "public record Item(String name) {}"))
                .isEqualTo(
                        "class Item had the field 'count', which is gone: keep it, as fields and constants can only be added");
        refused(before, changed("Item", "public record Item(String name, long count) {}"))
                .isEqualTo("class Item had the field 'count' of int, which is of long now:"
                        + " keep its type, and add a field with another name");
        refused(before, changed("Kind", "public enum Kind { NEW }"))
                .contains("class Kind had the constant 'OLD', which is gone");
        refused(
                        before,
                        changed(
                                "Account",
                                "public record Account(String owner, long cents, java.util.List<String> notes) {}"))
                .isEqualTo("class Account was a class with fields, and is a record now:"
                        + " leave it as it was, and give the new one another name");
        refused(before, changed("Account", BEFORE.get("Account").replace("public class", "public final class")))
                .isEqualTo("class Account is final now: declare it as it was");
        assertThat(before.refusal(new ValuesCodec(types(compile(BEFORE), "Order")).classes()))
                .contains("class Account was registered, and is not now: name it in topology.serialization.classes");
    }

    private static org.assertj.core.api.AbstractStringAssert<?> refused(WrittenClasses before, ClassVersions after) {
        List<Class<?>> types = types(after, "Order", "Account");
        assertThatThrownBy(() -> ValuesCodec.reading(before, types, List.of())).isInstanceOf(CodecException.class);
        return assertThat(before.refusal(new ValuesCodec(types).classes()).orElseThrow());
    }

    /** {@code ImmutableCollections.SubList} is final on Java 17, and not on 25. */
    @Test
    void anotherReleaseOfJavaReadsItAlthoughHiddenClassesAreFinalThere() {
        WrittenClasses before = new ValuesCodec(types(compile(BEFORE), "Order", "Account")).classes();
        WrittenClasses after = withOtherFinality(before, "java.util.ImmutableCollections");
        assertThat(after).isNotEqualTo(before);
        assertThat(before.refusal(after)).isEmpty();
        assertThat(after.refusal(before)).isEmpty();
        assertThat(before.refusal(withOtherFinality(before, "java.lang.String")))
                .contains("class java.lang.String was final, and is not now: declare it as it was");
    }

    private static WrittenClasses withOtherFinality(WrittenClasses classes, String nameBegins) {
        return new WrittenClasses(
                classes.registered().stream()
                        .map(each -> each.name().startsWith(nameBegins)
                                ? new WrittenClasses.WrittenClass(
                                        each.id(), each.name(), each.form(), !each.unextended(), each.members())
                                : each)
                        .toList(),
                classes.coded());
    }

    @Test
    void codecsOfTheAuthorAreFoundByClassWhateverTheirOrder() {
        ValueCodecs points = to -> to.add(AuthorCodecsTest.Point.class, new AuthorCodecsTest.PointCodec());
        ValueCodecs texts = to -> to.add(StringBuilder.class, new AuthorCodecsTest.Streamed());
        ValuesCodec writer = new ValuesCodec(List.of(), List.of(points, texts));
        ByteBuffer bytes = write(writer, new StringBuilder("text"), new AuthorCodecsTest.Point(1, 2));
        ValuesCodec reader = ValuesCodec.reading(writer.classes(), List.of(), List.of(texts, points));
        Object[] values = reader.read(bytes, 0, bytes.capacity());
        assertThat(values[0]).hasToString("text");
        assertThat(values[1]).isInstanceOf(AuthorCodecsTest.Point.class);
        assertThat(writer.classes()
                        .refusal(new ValuesCodec(List.of(), List.of(texts)).classes())
                        .orElseThrow())
                .startsWith("class io.millrace.runtime.codec.AuthorCodecsTest$Point had a codec, and has none now");
    }
}
