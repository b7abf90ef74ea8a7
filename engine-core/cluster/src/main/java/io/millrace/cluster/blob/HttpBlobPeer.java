// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of a controller or supervisor, by HTTP. Any thread. */
public final class HttpBlobPeer implements BlobSource, BlobKeeper {

    private static final byte[] NOTHING = new byte[0];

    private final String host;
    private final HttpTarget target;

    private HttpBlobPeer(String host, HttpTarget target) {
        this.host = host;
        this.target = target;
    }

    /**
     * Returns the nodes that may have a file, the likeliest first: the leader, other controllers, supervisors.
     *
     * @param instance the instance of the calling process, which is left out
     */
    public static List<HttpBlobPeer> others(
            Optional<ControllerRecord> leader,
            Collection<ControllerRecord> controllers,
            Collection<SupervisorRecord> supervisors,
            String instance,
            NodeTargets nodes) {
        Map<String, HttpBlobPeer> peers = new LinkedHashMap<>();
        leader.ifPresent(first -> peers.put(first.instance(), of(nodes, first.host(), first.port())));
        controllers.forEach(other -> peers.put(other.instance(), of(nodes, other.host(), other.port())));
        supervisors.forEach(other -> peers.put(other.instance(), of(nodes, other.host(), other.port())));
        peers.remove(instance);
        return List.copyOf(peers.values());
    }

    private static HttpBlobPeer of(NodeTargets nodes, String host, int port) {
        return new HttpBlobPeer(host, nodes.of(host, port));
    }

    @Override
    public InputStream open(String digest) throws IOException {
        return new PacedInput(target.stream(RestPaths.BLOBS + digest), () -> System.nanoTime() / 1_000_000);
    }

    @Override
    public boolean keep(String digest) throws IOException {
        byte[] answer = target.post(RestPaths.BLOBS + digest + RestPaths.KEEP, NOTHING);
        return Json.read(answer, OfferResponse.class).here();
    }

    @Override
    public boolean elsewhere() {
        try {
            InetAddress address = InetAddress.getByName(host);
            return !address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null;
        } catch (IOException e) {
            // The host has no address of this machine; a request shows that it cannot be reached
            return true;
        }
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
