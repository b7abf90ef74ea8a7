// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

import io.millrace.api.error.Foreign;
import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;

/**
 * Serializes the author's objects when a topology is built, and copies them for its tasks. An error is a
 * {@link TopologyException} of one line that begins with {@code where}. Public for the engine only.
 */
public final class Templates {

    private Templates() {}

    /**
     * Serializes an object.
     *
     * @param preparation the method in which the author's class can create what cannot be serialized
     */
    public static byte[] write(String where, String preparation, Object instance) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TemplateOutput out = new TemplateOutput(bytes)) {
            out.writeObject(instance);
        } catch (NotSerializableException e) {
            String reason = new NotSerializableSearch(e.getMessage(), preparation).explain(instance);
            throw new TopologyException(where + ": " + reason, e);
        } catch (StackOverflowError e) {
            throw new TopologyException(
                    where + ": " + instance.getClass().getName() + " refers to objects nested too deeply to be"
                            + " serialized: make them in " + preparation,
                    e);
        } catch (InvalidClassException e) {
            throw new TopologyException(where + ": " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new TopologyException(
                    where + ": " + instance.getClass().getName() + " cannot be serialized: " + linkage(e), e);
        } catch (IOException | RuntimeException e) {
            throw new TopologyException(
                    Problems.oneLine(
                            where + ": " + instance.getClass().getName() + " cannot be serialized: " + Foreign.text(e)),
                    Foreign.readable(e));
        }
        return bytes.toByteArray();
    }

    public static <T> T read(String where, byte[] bytes, Class<T> type, ClassLoader loader) {
        Object instance;
        try (TemplateInput in = new TemplateInput(bytes, loader)) {
            instance = in.readObject();
        } catch (ClassNotFoundException e) {
            throw new TopologyException(
                    where + ": class " + e.getMessage() + " is not found: put it into the topology's jar", e);
        } catch (InvalidClassException e) {
            throw new TopologyException(
                    where + ": class " + e.classname + " is not as it was when the topology was built: submit the jar"
                            + " that built it, or give the class a serialVersionUID",
                    e);
        } catch (LinkageError e) {
            throw new TopologyException(where + ": its classes cannot be used: " + linkage(e), e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new TopologyException(
                    Problems.oneLine(where + ": cannot be deserialized: " + Foreign.text(e)), Foreign.readable(e));
        }
        if (type.isInstance(instance)) {
            return type.cast(instance);
        }
        String found = instance == null ? "null" : instance.getClass().getName();
        throw new TopologyException(where + ": is a " + found + " and no " + type.getName()
                + " of this engine: leave the" + " engine's classes out of the topology's jar");
    }

    /** Describes a class that cannot be linked or initialized, and the remedy, in one line. */
    public static String linkage(LinkageError error) {
        if (error instanceof ExceptionInInitializerError && error.getCause() != null) {
            return Problems.oneLine(initializer(error.getCause()) + " failed with " + Foreign.text(error.getCause())
                    + ": correct it, or move what can fail into open or prepare");
        }
        return Problems.oneLine(error + ": put what is missing into the topology's jar");
    }

    private static String initializer(Throwable cause) {
        for (StackTraceElement frame : cause.getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                return "static initialization of " + frame.getClassName();
            }
        }
        return "static initialization";
    }
}
