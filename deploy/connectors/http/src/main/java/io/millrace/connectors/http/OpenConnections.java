// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of a listener, by the address of the client. If there are too many, one of the address that has most
 * of them is closed: the one that has been without a request for longest, or the oldest if all have requests. So no
 * client keeps others out. The loop's thread calls.
 */
final class OpenConnections {

    private final int most;
    private final int mostOfAddress;
    private final Map<InetAddress, Held> held = new HashMap<>();
    private int count;

    /** The connections of one address: all, the oldest first, and those without a request, the idlest first. */
    private record Held(Set<Channel> all, Set<Channel> idle) {

        Optional<Channel> idlest() {
            return idle.stream().findFirst();
        }

        private Channel leastMissed() {
            return idlest().orElseGet(() -> all.iterator().next());
        }
    }

    OpenConnections(int most, int mostOfAddress) {
        this.most = most;
        this.mostOfAddress = mostOfAddress;
    }

    /** Takes a new connection, and returns one that is to be closed for it: another one, or this one. */
    Optional<Channel> add(Channel channel, InetAddress address) {
        Held own = held.computeIfAbsent(address, any -> new Held(new LinkedHashSet<>(), new LinkedHashSet<>()));
        own.all().add(channel);
        count++;
        Optional<Channel> closed = Optional.empty();
        if (own.all().size() > mostOfAddress) {
            closed = Optional.of(own.idlest().orElse(channel));
        } else if (count > most) {
            closed = Optional.of(held.values().stream()
                    .max(Comparator.<Held>comparingInt(one -> one.all().size())
                            .thenComparing(one -> one.idlest().isPresent()))
                    .map(Held::leastMissed)
                    .orElse(channel));
        }
        own.idle().add(channel);
        return closed;
    }

    /** A request of the connection has begun, or waits for its answer. */
    void works(Channel channel, InetAddress address) {
        Held own = held.get(address);
        if (own != null) {
            own.idle().remove(channel);
        }
    }

    /** The connection waits for its client. */
    void idles(Channel channel, InetAddress address) {
        Held own = held.get(address);
        if (own != null && own.all().contains(channel)) {
            own.idle().remove(channel);
            own.idle().add(channel);
        }
    }

    void remove(Channel channel, InetAddress address) {
        Held own = held.get(address);
        if (own != null && own.all().remove(channel)) {
            count--;
            own.idle().remove(channel);
            if (own.all().isEmpty()) {
                held.remove(address);
            }
        }
    }

    List<Channel> all() {
        return held.values().stream().flatMap(one -> one.all().stream()).toList();
    }
}
