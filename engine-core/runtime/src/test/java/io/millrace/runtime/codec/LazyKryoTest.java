// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Loading Kryo costs tens of milliseconds at the start of a worker. A topology without registered classes must not pay
 * that.
 */
class LazyKryoTest {

    @Test
    void builtInValuesWorkWhereKryoIsMissing() throws Exception {
        ClassLoader loader = new WithoutKryo(getClass().getClassLoader());
        Class<?> type = loader.loadClass(ValuesCodec.class.getName());
        assertThat(type).isNotSameAs(ValuesCodec.class);
        Object codec = type.getConstructor(List.class).newInstance(List.of(Samples.Order.class));
        Object[] values = {"text", 1, List.of(2)};
        Method sizeOf = type.getMethod("sizeOf", Object[].class);
        Method write = type.getMethod("write", ByteBuffer.class, int.class, Object[].class);
        Method read = type.getMethod("read", ByteBuffer.class, int.class, int.class);

        int size = (int) sizeOf.invoke(codec, (Object) values);
        ByteBuffer buffer = ByteBuffer.allocate(size);
        write.invoke(codec, buffer, 0, values);

        assertThat((Object[]) read.invoke(codec, buffer, 0, size)).isEqualTo(values);
    }

    private static final class WithoutKryo extends ClassLoader {

        WithoutKryo(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.esotericsoftware") || name.startsWith("org.objenesis")) {
                throw new ClassNotFoundException(name + " is missing on purpose");
            }
            if (!name.startsWith(ValuesCodec.class.getPackageName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
