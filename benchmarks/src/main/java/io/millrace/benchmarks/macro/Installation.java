// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** What other engines' installations on this machine have in common. */
public final class Installation {

    public static final String HOST = "127.0.0.1";

    private Installation() {}

    /** Ports on which nobody listens. */
    public static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return ports;
    }

    /** Writes a jar for an engine that copies one to every worker; the classes are on its class path already. */
    public static Path emptyJar(Path directory) throws IOException {
        Path jar = directory.resolve("empty.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return jar;
    }

    /** Makes options of the form -Dname=value properties of this process. */
    public static void use(List<String> options) {
        for (String option : options) {
            String[] pair = option.substring("-D".length()).split("=", 2);
            System.setProperty(pair[0], pair[1]);
        }
    }
}
