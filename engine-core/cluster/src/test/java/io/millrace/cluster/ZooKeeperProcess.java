// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A server of the ZooKeeper that others run, in a separate process, which ends with this one. */
public final class ZooKeeperProcess {

    private static final int MOST_MILLIS = 2_000;

    private final Process process;

    private ZooKeeperProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a server, and does not wait.
     *
     * @param configuration a file as zkServer.sh takes it
     */
    public static ZooKeeperProcess start(Path configuration) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dzookeeper.admin.enableServer=false",
                        "-Dzookeeper.jmx.log4j.disable=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ZooKeeperProcess.class.getName(),
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        configuration.resolveSibling("server.log").toFile()))
                .start();
        return new ZooKeeperProcess(process);
    }

    public static void main(String[] arguments) {
        Thread parent = new Thread(ZooKeeperProcess::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        QuorumPeerMain.main(arguments);
    }

    /** Ends with the parent: the other end of standard input is closed when the parent is gone. */
    private static void endWithParent() {
        try {
            InputStream in = System.in;
            while (in.read() >= 0) {
                // The parent never writes
            }
        } catch (IOException e) {
            // The process ends as at the end of the input
        }
        Runtime.getRuntime().halt(1);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Returns different ports that are free now. */
    public static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    /** Returns the mode of a server: leader, follower, or standalone; empty if it does not serve. */
    public static String mode(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), MOST_MILLIS);
            socket.setSoTimeout(MOST_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    static Path write(Path directory, List<String> lines) throws IOException {
        return Files.write(Files.createDirectories(directory).resolve("zoo.cfg"), lines);
    }
}
