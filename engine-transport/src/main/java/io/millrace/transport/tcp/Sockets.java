// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.lang.reflect.Method;

/** The kind of socket that a transport uses, chosen once at start. */
record Sockets(
        String name,
        IoHandlerFactory ioHandler,
        Class<? extends ServerChannel> server,
        Class<? extends SocketChannel> client,
        ChannelOption<Long> unsentBytes) {

    /** The first JDK that prints a warning when a native library is loaded without --enable-native-access (JEP 472). */
    private static final int JDK_THAT_WARNS = 24;

    /** Whether options of Linux sockets can be set. */
    boolean isEpoll() {
        return unsentBytes != null;
    }

    static Sockets choose(boolean nativeWanted) {
        if (nativeWanted && nativeAccessIsQuiet() && Epoll.isAvailable()) {
            return new Sockets(
                    "epoll",
                    EpollIoHandler.newFactory(),
                    EpollServerSocketChannel.class,
                    EpollSocketChannel.class,
                    EpollChannelOption.TCP_NOTSENT_LOWAT);
        }
        return new Sockets(
                "nio", NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class, null);
    }

    private static boolean nativeAccessIsQuiet() {
        if (Runtime.version().feature() < JDK_THAT_WARNS) {
            return true;
        }
        try {
            Method enabled = Module.class.getMethod("isNativeAccessEnabled");
            return (boolean) enabled.invoke(Epoll.class.getModule());
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
