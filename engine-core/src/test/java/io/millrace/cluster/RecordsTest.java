package io.millrace.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.cluster.client.LogLines;
import io.millrace.cluster.client.NodeInfo;
import io.millrace.cluster.client.RebalanceDecisions;
import io.millrace.cluster.client.RebalanceReport;
import io.millrace.cluster.client.RebalanceRequest;
import io.millrace.cluster.client.RebalanceState;
import io.millrace.cluster.client.TopologyDescription;
import io.millrace.cluster.client.TopologyInfo;
import io.millrace.cluster.client.TrafficReport;
import io.millrace.cluster.controller.AutoSwitch;
import io.millrace.cluster.controller.OfferAnswer;
import io.millrace.cluster.controller.SubmitRequest;
import io.millrace.cluster.http.Problem;
import io.millrace.cluster.registry.AssignmentRecord;
import io.millrace.cluster.registry.ClusterRecord;
import io.millrace.cluster.registry.ControllerRecord;
import io.millrace.cluster.registry.SupervisorRecord;
import io.millrace.cluster.registry.TopologyRecord;
import io.millrace.cluster.registry.WorkerStart;
import io.millrace.cluster.supervisor.FinishedTasks;
import io.millrace.cluster.supervisor.WorkerReport;
import io.millrace.cluster.worker.FailureNote;
import io.millrace.cluster.worker.LaunchSpec;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.worker.PeerEndpoint;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that the cluster's processes say to each other, in ZooKeeper, over HTTP and in files. */
class RecordsTest {

    /** Each value differs from the one before. */
    private int made;

    @ParameterizedTest
    @ValueSource(
            classes = {
                // ZooKeeper
                AssignmentRecord.class,
                ClusterRecord.class,
                ControllerRecord.class,
                PeerEndpoint.class,
                SupervisorRecord.class,
                TopologyRecord.class,
                WorkerStart.class,
                // Files
                FailureNote.class,
                LaunchSpec.class,
                // HTTP
                AutoSwitch.class,
                FinishedTasks.class,
                LogLines.class,
                NodeInfo.class,
                OfferAnswer.class,
                Problem.class,
                RebalanceDecisions.class,
                RebalanceReport.class,
                RebalanceRequest.class,
                RebalanceState.class,
                SubmitRequest.class,
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

    private Object make(Type type) throws Exception {
        made++;
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
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
        } else if (wanted == double.class) {
            return made + 0.1;
        } else if (wanted == boolean.class) {
            return true;
        } else if (wanted == byte[].class) {
            return new byte[] {1, (byte) -made};
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
