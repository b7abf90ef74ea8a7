// SPDX-License-Identifier: Apache-2.0
package io.millrace.compatibility;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What others can compile against, one line for each type and member that is public or protected. A line has everything
 * that a user's code depends on, so a line that is gone or changed breaks somebody.
 */
final class PublicApi {

    /** Words of a member that its users do not see. */
    private static final int UNSEEN =
            Modifier.SYNCHRONIZED | Modifier.NATIVE | Modifier.STRICT | Modifier.TRANSIENT | Modifier.VOLATILE;

    private final SortedSet<String> lines = new TreeSet<>();

    private PublicApi() {}

    /** Of all classes in this directory, which the class path has. */
    static SortedSet<String> of(Path classes) throws IOException, ClassNotFoundException {
        PublicApi api = new PublicApi();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class"))
                    .filter(each -> !each.getFileName().toString().endsWith("-info.class"))
                    .toList()) {
                String name = classes.relativize(file).toString().replace('/', '.');
                api.add(Class.forName(
                        name.substring(0, name.length() - ".class".length()), false, PublicApi.class.getClassLoader()));
            }
        }
        return api.lines;
    }

    static SortedSet<String> of(Class<?> type) {
        PublicApi api = new PublicApi();
        api.add(type);
        return api.lines;
    }

    private void add(Class<?> type) {
        if (!isSeen(type)) {
            return;
        }
        lines.add(head(type));
        for (Field field : type.getDeclaredFields()) {
            if (isSeen(field.getModifiers()) && !field.isSynthetic()) {
                lines.add(member(type, field.getName(), field.getModifiers(), field.getGenericType(), ""));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isSeen(constructor.getModifiers()) && !constructor.isSynthetic()) {
                lines.add(executable(type, "new", constructor, type));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isSeen(method.getModifiers()) && !method.isSynthetic()) {
                lines.add(executable(type, method.getName(), method, method.getGenericReturnType()));
            }
        }
    }

    /** Whether other packages see it, and all around it. */
    private static boolean isSeen(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!isSeen(each.getModifiers()) || each.isAnonymousClass() || each.isLocalClass() || each.isSynthetic()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String head(Class<?> type) {
        String supertypes = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()).map(Type::getTypeName),
                        Stream.of(type.getGenericInterfaces())
                                .map(Type::getTypeName)
                                .sorted())
                .filter(name -> !name.equals("java.lang.Object"))
                .collect(Collectors.joining(", "));
        String kind = type.isAnnotation() ? "annotation" : type.isInterface() ? "" : type.isEnum() ? "enum" : "class";
        int modifiers = type.isInterface() ? type.getModifiers() & ~Modifier.ABSTRACT : type.getModifiers();
        return type.getName() + ": "
                + (Modifier.toString(modifiers & ~UNSEEN) + " " + kind).strip()
                + (type.isSealed() ? " sealed" : "")
                + variables(type)
                + (supertypes.isEmpty() ? "" : " of " + supertypes);
    }

    private static String executable(Class<?> type, String name, Executable executable, Type result) {
        String parameters = Stream.of(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
        String errors = Stream.of(executable.getExceptionTypes())
                .map(Class::getName)
                .sorted()
                .collect(Collectors.joining(", "));
        return member(
                type,
                name + parameters,
                executable.getModifiers(),
                result,
                variables(executable) + (errors.isEmpty() ? "" : " throws " + errors));
    }

    private static String member(Class<?> type, String name, int modifiers, Type result, String more) {
        return type.getName() + "#" + name + ": " + Modifier.toString(modifiers & ~UNSEEN) + " " + result.getTypeName()
                + more;
    }

    private static String variables(GenericDeclaration declaration) {
        TypeVariable<?>[] variables = declaration.getTypeParameters();
        return variables.length == 0
                ? ""
                : Stream.of(variables)
                        .map(variable -> variable.getName() + " of "
                                + Stream.of(variable.getBounds())
                                        .map(Type::getTypeName)
                                        .collect(Collectors.joining(" & ")))
                        .collect(Collectors.joining(", ", " <", ">"));
    }
}
