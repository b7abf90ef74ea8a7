// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.EngineBoundsRequest;
import io.millrace.cluster.model.OrderRequest;
import io.millrace.cluster.model.SettingChange;
import io.millrace.cluster.model.SettingRequest;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.settings.TopologyNames;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes running topologies; each change is one of the topology's record in the registry. HTTP threads call. */
final class TopologyChanges {

    private static final int ATTEMPTS = 10;

    private final Leader leader;
    private final Topologies topologies;

    TopologyChanges(Leader leader, Topologies topologies) {
        this.leader = leader;
        this.topologies = topologies;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/topologies/{name}/activate", request -> {
                    setActive(request.part("name"), true);
                    return Reply.done();
                }),
                Route.post("/v1/topologies/{name}/deactivate", request -> {
                    setActive(request.part("name"), false);
                    return Reply.done();
                }),
                Route.post("/v1/topologies/{name}/kill", request -> {
                            kill(request.part("name"), request.query().get("id"));
                            return Reply.done();
                        })
                        .taking("id"),
                settings(SettingRequest.PATH, SettingRequest.class),
                settings(OrderRequest.PATH, OrderRequest.class),
                settings(EngineBoundsRequest.PATH, EngineBoundsRequest.class),
                settings(AutoRebalanceRequest.PATH, AutoRebalanceRequest.class));
    }

    private <T extends Record & SettingChange> Route settings(String path, Class<T> form) {
        return Route.post("/v1/topologies/{name}" + path, form, (request, body) -> {
            set(request.part("name"), body.setting());
            return Reply.done();
        });
    }

    /** Activates or pauses spouts; a completed topology stays completed. */
    void setActive(String name, boolean active) {
        change(name, record -> {
            Leader.refuseIfEnded(record);
            return record.withStatus(
                    active ? record.status() == Status.INACTIVE ? Status.ACTIVE : record.status() : Status.INACTIVE);
        });
    }

    /** @param id the id of the submission to kill, which may be gone: a later one is not killed; null for any */
    void kill(String name, String id) {
        leader.require();
        if (id != null && !id.matches("[A-Za-z0-9_.-]{1,300}")) {
            throw new ClusterException(Reason.REFUSED, "id is '" + id + "': give that of 'millrace list --json'");
        }
        try {
            if (id != null && !leader.registry().isThere(TopologyNames.checked(name), id)) {
                return;
            }
            change(name, record -> id == null || record.id().equals(id) ? record.withStatus(Status.KILLED) : record);
        } catch (RegistryException e) {
            throw Leader.unavailable(e);
        } catch (ClusterException e) {
            // Another client's request may have removed the topology meanwhile
            if (id == null || e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Changes a setting, also for workers that start later, and for later leaders. */
    private void set(String name, SettingRequest request) {
        leader.require();
        Topology graph = topologies.require(leader.topology(name).record().topologyDigest());
        change(name, record -> {
            Leader.refuseIfEnded(record);
            return LiveSettings.changed(record, graph, request);
        });
    }

    private void change(String name, UnaryOperator<TopologyRecord> change) {
        leader.require();
        RegistryException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                Versioned<TopologyRecord> now = leader.registry()
                        .readTopology(TopologyNames.checked(name))
                        .orElseThrow(() -> Leader.unknown(name));
                TopologyRecord next = change.apply(now.value());
                if (!next.equals(now.value())) {
                    leader.changes().updateTopology(next, now.version());
                }
                leader.awaitSeen(known -> Optional.ofNullable(known.topologies().get(name))
                        .filter(seen -> seen.record().id().equals(now.value().id()))
                        .map(seen -> seen.record().equals(next) || seen.version() > now.version())
                        .orElse(true));
                return;
            } catch (RegistryException e) {
                if (e.kind() != RegistryException.Kind.CONFLICT) {
                    throw Leader.unavailable(e);
                }
                last = e;
            }
        }
        throw new ClusterException(Reason.FAILED, last.getMessage() + " repeatedly: try again", last);
    }
}
