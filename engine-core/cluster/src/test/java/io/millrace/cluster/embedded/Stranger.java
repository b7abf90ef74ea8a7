// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.transport.frame.FrameDescriptor;
import io.millrace.transport.frame.Hello;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A process without the secret that claims to the ports of workers to be each of them, with the highest epochs and
 * attempts, and others that do not exist. Arguments: {@code port,name,epoch} of each worker. It prints {@code said}
 * with all answered bytes, each time, until its input ends.
 */
public final class Stranger {

    private static final int MADE_UP = 1024;
    private static final long PAUSE_NANOS = 20_000_000;

    private record Target(int port, String name, long epoch) {}

    private Stranger() {}

    public static void main(String[] arguments) throws IOException {
        List<Target> targets = new ArrayList<>();
        for (String argument : arguments) {
            String[] parts = argument.split(",");
            targets.add(new Target(Integer.parseInt(parts[0]), parts[1], Long.parseLong(parts[2])));
        }
        List<Socket> held = new ArrayList<>();
        do {
            for (Target target : targets) {
                for (Target claimed : targets) {
                    for (long epoch : new long[] {claimed.epoch(), claimed.epoch() + 1, 1L << 62}) {
                        say(target, hello(target, claimed.name(), epoch, Long.MAX_VALUE));
                        say(target, earlierHello(target, claimed.name(), epoch));
                    }
                }
                say(target, hello(target, "w99", 1, 1));
                say(target, hello(target, "x".repeat(800), 1, 1));
            }
            if (held.isEmpty()) {
                for (int i = 0; i < MADE_UP; i++) {
                    held.add(open(targets.get(i % targets.size()), "made-up-" + i));
                }
                System.out.println("flood");
            }
            // Without a pause it would have a whole processor
            LockSupport.parkNanos(PAUSE_NANOS);
        } while (System.in.available() == 0);
        System.out.println("end");
    }

    private static byte[] hello(Target target, String sender, long epoch, long attempt) {
        return new Hello(65_536, 64 << 20, epoch, target.epoch(), 1, attempt, sender, target.name())
                .frame(new byte[FrameDescriptor.NONCE_BYTES]);
    }

    /** Returns a HELLO of version 4, which believed it. */
    private static byte[] earlierHello(Target target, String sender, long epoch) {
        ByteBuffer out = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0)
                .putInt(FrameDescriptor.HELLO)
                .putInt(FrameDescriptor.MAGIC)
                .putInt(4);
        out.putInt(65_536)
                .putInt(64 << 20)
                .putLong(epoch)
                .putLong(target.epoch())
                .putLong(Long.MAX_VALUE);
        for (String name : List.of("guessed", "guessed", sender, target.name())) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            out.putShort((short) bytes.length).put(bytes);
        }
        out.putInt(0, out.position());
        byte[] frame = new byte[out.position()];
        out.get(0, frame);
        return frame;
    }

    /** Opens a connection that sends a HELLO, and then nothing. */
    private static Socket open(Target target, String sender) throws IOException {
        Socket socket = new Socket("127.0.0.1", target.port());
        socket.getOutputStream().write(hello(target, sender, 1, 1));
        return socket;
    }

    /** Sends HELLO and a wrong proof, and prints the answer. */
    private static void say(Target target, byte[] hello) {
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        try (Socket socket = new Socket("127.0.0.1", target.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(hello);
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(FrameDescriptor.PROOF_BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(FrameDescriptor.PROOF_BYTES)
                            .putInt(FrameDescriptor.PROOF)
                            .array());
            InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                heard.write(next);
            }
        } catch (IOException e) {
            // The connection may be closed while this still writes or reads, and a worker may be gone
        }
        System.out.println("said " + Base64.getEncoder().encodeToString(heard.toByteArray()));
    }
}
