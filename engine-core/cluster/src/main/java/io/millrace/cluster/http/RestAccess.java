// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.api.config.Config;
import io.millrace.runtime.settings.ClusterKeys;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/**
 * The access to a daemon's REST interface: the names under which it is used, the pages from which, the secret of each
 * {@link Right}, and the encryption. Immutable.
 */
public final class RestAccess {

    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    private final OwnHosts hosts;
    private final boolean readsAreProtected;
    private final String change;
    private final String ask;
    private final String read;
    private final String node;
    private final Optional<Supplier<SSLEngine>> tls;

    private RestAccess(Config config, String change, String node, Optional<Supplier<SSLEngine>> tls) {
        this.hosts = new OwnHosts(config);
        this.readsAreProtected = config.get(ClusterKeys.REST_READ_PROTECTED);
        this.change = change;
        this.ask = config.get(ClusterKeys.CONTROLLER_ASK_TOKEN);
        this.read = config.get(ClusterKeys.CONTROLLER_READ_TOKEN);
        this.node = node;
        this.tls = tls;
    }

    /**
     * Reads the settings, for a daemon that does not encrypt.
     *
     * @param token the token of changes; empty if no client has it
     * @param nodeSecret the secret of the cluster's nodes; empty if no node has it
     */
    public static RestAccess of(Config config, String token, String nodeSecret) {
        return of(config, token, nodeSecret, Optional.empty());
    }

    /**
     * Reads the settings as {@link #of(Config, String, String)} does.
     *
     * @param tls the engines of connections; empty if they are not encrypted
     */
    public static RestAccess of(Config config, String token, String nodeSecret, Optional<Supplier<SSLEngine>> tls) {
        return new RestAccess(config, token, nodeSecret, tls);
    }

    /** Returns the engines of connections; empty if they are not encrypted. */
    Optional<Supplier<SSLEngine>> tls() {
        return tls;
    }

    /** @throws Refusal if the client does not encrypt, and this server does */
    void checkEncryption(boolean encrypted) {
        if (tls.isPresent() && !encrypted) {
            throw Refusal.plain();
        }
    }

    /** @throws Refusal if a page that is none of this server's may have sent the request */
    void checkSource(HttpRequest request, Destination destination) {
        if (!destination.authority().isEmpty() && !hosts.has(destination.host())) {
            throw Refusal.of(
                    421,
                    "'" + destination.host() + "' is no name of this server: ask it by its address, or add the name to "
                            + ClusterKeys.REST_HOSTS.name());
        }
        for (String origin : request.headers().getAll(HttpHeaderNames.ORIGIN)) {
            if (!destination.isOrigin(origin)) {
                throw Refusal.of(403, "pages of other sites may not use this server: their Origin is not its own");
            }
        }
    }

    /**
     * Checks the secret of a request.
     *
     * @param authorization the value of that header, or null
     * @throws Refusal if it is not the right one
     */
    void check(Right right, String authorization) {
        switch (right) {
            case NONE -> {}
            case READ -> {
                // A browser asks its user for a name and a password, which is the token
                if (readsAreProtected && !isOneOf(given(authorization, true), change, ask, read, node)) {
                    throw Refusal.wrongToken("Basic realm=\"millrace\"");
                }
            }
            case ASK -> require(given(authorization, false), change, ask);
            case CHANGE -> require(given(authorization, false), change);
            case NODE -> require(given(authorization, false), change, node);
        }
    }

    private void require(byte[] given, String... secrets) {
        if (!isOneOf(given, secrets)) {
            throw isOneOf(given, read) ? Refusal.readsOnly() : Refusal.wrongToken("Bearer");
        }
    }

    /** Compares secrets in a time that does not depend on which one matches, or whether one does. */
    private static boolean isOneOf(byte[] given, String... secrets) {
        boolean found = false;
        for (String secret : secrets) {
            found |= !secret.isEmpty() && MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), given);
        }
        return found;
    }

    private static byte[] given(String authorization, boolean alsoBasic) {
        if (authorization != null && authorization.startsWith(BEARER)) {
            return authorization.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8);
        }
        if (alsoBasic && authorization != null && authorization.startsWith(BASIC)) {
            return password(authorization.substring(BASIC.length()).strip());
        }
        return new byte[0];
    }

    private static byte[] password(String userAndPassword) {
        try {
            String text = new String(Base64.getDecoder().decode(userAndPassword), StandardCharsets.UTF_8);
            return text.substring(text.indexOf(':') + 1).getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
