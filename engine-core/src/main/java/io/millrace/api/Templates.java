package io.millrace.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;

/**
 * Turns the author's objects into bytes where a topology is built, and back where its tasks run. What goes wrong is a
 * {@link TopologyException} of one line that begins with {@code where}.
 */
final class Templates {

    private Templates() {}

    static byte[] write(String where, Object instance) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(instance);
        } catch (IOException | RuntimeException e) {
            throw new TopologyException(where + " cannot be serialized: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(String where, byte[] bytes, Class<T> type, ClassLoader loader) {
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
            throw new TopologyException(
                    where + ": its classes do not link (" + e + "): put what they need into the topology's jar", e);
        } catch (IOException | RuntimeException e) {
            throw new TopologyException(where + " cannot be deserialized: " + e, e);
        }
        if (type.isInstance(instance)) {
            return type.cast(instance);
        }
        if (instance == null) {
            throw new TopologyException(where + ": deserialized to null: check its readResolve");
        }
        String found = instance.getClass().getName();
        throw new TopologyException(where + ": class " + found + " is no " + type.getName()
                + " of this engine: leave the engine's classes out of the topology's jar");
    }
}
