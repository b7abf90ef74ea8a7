// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the server that all of them share. It is started for the first one, and ends with the last one. */
final class BrokerExtension implements ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(BrokerExtension.class);

    /** The server with its files. */
    private record Shared(Broker broker, Path directory) implements AutoCloseable {

        static Shared start() {
            try {
                Path directory = Files.createTempDirectory("kafka-server");
                try {
                    return new Shared(Broker.start(directory), directory);
                } catch (Exception e) {
                    remove(directory);
                    throw e;
                }
            } catch (Exception e) {
                throw new IllegalStateException("cannot start a server", e);
            }
        }

        @Override
        public void close() throws IOException {
            broker.close();
            remove(directory);
        }

        private static void remove(Path directory) throws IOException {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, IOException error) throws IOException {
                    Files.delete(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Broker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Shared.class, type -> Shared.start(), Shared.class)
                .broker();
    }
}
