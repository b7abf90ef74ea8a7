// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.http.Problem;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerFailure;
import io.millrace.cluster.model.AssignmentRecord;
import io.millrace.cluster.model.AutoRebalanceRequest;
import io.millrace.cluster.model.ClusterRecord;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.LogLines;
import io.millrace.cluster.model.NodeInfo;
import io.millrace.cluster.model.OfferResponse;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.WorkerReport;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All records that the cluster's processes exchange, in ZooKeeper, over HTTP and in files. */
class RecordsTest {

    /** The number of values made; each value differs from the last one. */
    private int made;

    @Test
    void anAnswerWithoutATopologyTellsTheClientToAskAgain() {
        assertThat(Json.read(Json.write(new SubmitResponse(null)), SubmitResponse.class)
                        .topology())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                // These are in ZooKeeper
                AssignmentRecord.class,
                ClusterRecord.class,
                ControllerRecord.class,
                PeerEndpoint.class,
                SupervisorRecord.class,
                TopologyRecord.class,
                WorkerStart.class,
                // These are in files
                WorkerFailure.class,
                LaunchSpec.class,
                // These go over HTTP
                AutoRebalanceRequest.class,
                FinishedTasks.class,
                LogLines.class,
                NodeInfo.class,
                OfferResponse.class,
                Problem.class,
                RebalanceDecisions.class,
                RebalanceReport.class,
                RebalanceRequest.class,
                RebalanceState.class,
                SubmitRequest.class,
                SubmitResponse.class,
                TopologyDescription.class,
                TopologyInfo.class,
                TopologyMetrics.class,
                TrafficReport.class,
                WorkerReport.class,
            })
    void whatWasWrittenComesBack(Class<? extends Record> type) throws Exception {
        Object record = make(type);

        assertThat((Object) Json.read(Json.write(record), type))
                .usingRecursiveComparison()
                .isEqualTo(record);
        assertThat((Object) Json.readStrictly(Json.write(record), type, "it"))
                .usingRecursiveComparison()
                .isEqualTo(record);
    }

    private Figures<?> figures(Class<? extends Figure> table) throws Exception {
        Map<Object, Object> numbers = new HashMap<>();
        for (Figure figure : table.getEnumConstants()) {
            numbers.put(figure, make(figure.meaning().unit().type()));
        }
        return Figures.of(table, figure -> figure.meaning().unit().word(numbers.get(figure)));
    }

    private Object make(Type type) throws Exception {
        made++;
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Figures.class) {
                return figures(((Class<?>) arguments[0]).asSubclass(Figure.class));
            }
            return generic.getRawType() == List.class
                    ? List.of(make(arguments[0]), make(arguments[0]))
                    : Map.of("k" + made, make(arguments[1]));
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted == String.class) {
            return "text " + made;
        } else if (wanted == int.class || wanted == Integer.class) {
            return made;
        } else if (wanted == long.class || wanted == Long.class) {
            return (1L << 40) + made;
        } else if (wanted == double.class || wanted == Double.class) {
            return made + 0.1;
        } else if (wanted == boolean.class) {
            return true;
        } else if (wanted == byte[].class) {
            byte[] bytes = new byte[32];
            Arrays.fill(bytes, (byte) -made);
            return bytes;
        } else if (wanted.isEnum()) {
            Object[] constants = wanted.getEnumConstants();
            return constants[made % constants.length];
        }
        RecordComponent[] components = wanted.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = make(components[i].getGenericType());
        }
        Constructor<?> constructor = wanted.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }
}
