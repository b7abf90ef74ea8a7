// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes between nodes: credit-controlled channels over Netty, and channels between sites.
 *
 * <p>Netty's native transport is found where its jar is on the class path, or a module of the application requires it;
 * without it connections use the JDK's.
 */
@SuppressWarnings("requires-automatic") // lz4 and Agrona have names, and no descriptors
module io.millrace.transport {
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires java.naming;
    requires org.agrona;
    requires org.jctools.core.jdk11;
    requires org.lz4.java;
    requires org.slf4j;
    requires transitive io.netty.buffer;
    requires transitive io.netty.common;
    requires transitive io.netty.transport;

    exports io.millrace.transport;
    exports io.millrace.transport.flow;
    exports io.millrace.transport.frame;
    exports io.millrace.transport.geo;
    exports io.millrace.transport.geo.model;
    exports io.millrace.transport.peer;
    exports io.millrace.transport.tcp;
    exports io.millrace.transport.tls;
}
