// SPDX-License-Identifier: Apache-2.0
package io.millrace;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.theClass;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.cluster.http.RestAccess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keeps the arrows between packages and modules pointing downwards. */
class ArchitectureTest {

    private static final String ROOT = "io.millrace.";
    private static final String[] LEAVES = {"io.millrace.ipc..", "io.millrace.transport..", "io.millrace.scheduler.."};
    private static final String[] CORE = {
        "io.millrace.cli..",
        "io.millrace.cluster..",
        "io.millrace.testing..",
        "io.millrace.runtime..",
        "io.millrace.http..",
        "io.millrace.operators..",
        "io.millrace.api.."
    };

    private static JavaClasses engine;

    @BeforeAll
    static void load() throws IOException {
        // Every rule is about names, so the classes of the JDK and of libraries need not be read.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        engine = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                // Classes that tests share are compiled as main code
                .withImportOption(location -> !location.contains("fixtures"))
                .importUrls(
                        Collections.list(ArchitectureTest.class.getClassLoader().getResources("io/millrace")));
    }

    @AfterAll
    static void unload() {
        engine = null;
        ArchConfiguration.get().reset();
    }

    @Test
    void theArrowsOfTheCorePointDownwards() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.millrace..")
                .withOptionalLayers(true)
                .layer("cli")
                .definedBy("io.millrace.cli..")
                .layer("cluster")
                .definedBy("io.millrace.cluster..")
                .layer("http")
                .definedBy("io.millrace.http..")
                .layer("runtime")
                .definedBy("io.millrace.runtime..")
                .layer("testing")
                .definedBy("io.millrace.testing..")
                .layer("operators")
                .definedBy("io.millrace.operators..")
                .layer("api")
                .definedBy("io.millrace.api..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("cli", "cluster", "testing")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("cluster")
                .whereLayer("http")
                .mayNotAccessAnyLayer()
                .whereLayer("testing")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("operators")
                .mayOnlyBeAccessedByLayers("cli", "testing")
                .check(engine);
    }

    @Test
    void theApiIsMadeOfJavaAndItselfAlone() {
        classes()
                .that()
                .resideInAPackage("io.millrace.api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "io.millrace.api..")
                .check(engine);
    }

    /** Capabilities are plugged in as parts of tasks, and by the messages that they take. */
    @Test
    void theCoreNamesNoCapability() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.millrace.runtime.task",
                        "io.millrace.runtime.executor",
                        "io.millrace.runtime.grouping",
                        "io.millrace.runtime.tuple",
                        "io.millrace.runtime.ledger",
                        "io.millrace.runtime.codec",
                        "io.millrace.runtime.plan")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.millrace.runtime.snapshot..",
                        "io.millrace.runtime.state.task..",
                        "io.millrace.runtime.eventtime..",
                        "io.millrace.runtime.buffering..",
                        "io.millrace.runtime.standstill..",
                        "io.millrace.runtime.token..",
                        "io.millrace.runtime.spill..",
                        "io.millrace.runtime.engine..",
                        "io.millrace.runtime.decision..",
                        "io.millrace.runtime.geo..",
                        "io.millrace.runtime.service..",
                        "io.millrace.runtime.remote..",
                        "io.millrace.runtime.client..")
                .check(engine);
    }

    @Test
    void leavesDoNotKnowTheCore() {
        noClasses()
                .that()
                .resideInAnyPackage(LEAVES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CORE)
                .allowEmptyShould(true)
                .check(engine);
    }

    @Test
    void leavesDoNotKnowEachOther() {
        for (String leaf : LEAVES) {
            for (String other : LEAVES) {
                if (!leaf.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(leaf)
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(other)
                            .allowEmptyShould(true)
                            .check(engine);
                }
            }
        }
    }

    @Test
    void leavesKnowNothingOfZooKeeper() {
        noClasses()
                .that()
                .resideInAnyPackage(LEAVES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.zookeeper..", "org.apache.curator..")
                .allowEmptyShould(true)
                .check(engine);
    }

    @Test
    void onlyTheClusterKnowsZooKeeper() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.millrace.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.zookeeper..", "org.apache.curator..")
                .check(engine);
    }

    @Test
    void theCoreReadsJsonInOnePlace() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .and()
                // These packages read YAML of settings
                .resideOutsideOfPackages("io.millrace.runtime.json..", "io.millrace.cluster.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..")
                .check(engine);
    }

    @Test
    void onlyTheCommandLineEndsTheProcess() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.millrace.cli..", "io.millrace.cluster.worker..")
                .and()
                // This is the main class of another process
                .doNotHaveSimpleName("EngineMain")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(engine);
    }

    /** Otherwise the time until a refusal would tell how much of a token is right. */
    @Test
    void tokensAreComparedInConstantTime() {
        theClass(RestAccess.class)
                .should()
                .callMethod(MessageDigest.class, "isEqual", byte[].class, byte[].class)
                .check(engine);
    }

    /** Times of other nodes are estimates: they give latencies, but no time-out or back-off may depend on them. */
    @Test
    void timesOfOtherNodesServeLatenciesAlone() {
        noClasses()
                .that()
                .haveNameNotMatching(
                        ".*\\.(NetReceiver|GeoBatch|HeapMessage|GeoGate|TupleEncoder|InputTimes|BoltTrees|DeferredTraces|RequestLocator|StageRecorder|SinkTraces|SpoutTraces|Trace)")
                .should()
                .callMethodWhere(describe(
                        "a converted time is read",
                        call -> call.getTarget().getOwner().getSimpleName().equals("InboundMessage")
                                        && call.getTarget().getName().equals("senderClockOffsetNanos")
                                || call.getTarget().getOwner().getSimpleName().equals("DataTuple")
                                        && call.getTarget().getName().equals("intendedNanos")
                                || call.getTarget().getOwner().getSimpleName().equals("StageTimes")
                                        && List.of("emitted", "offered", "written")
                                                .contains(call.getTarget().getName())))
                .check(engine);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.millrace.(**)").should().beFreeOfCycles().check(engine);
    }

    /** Compares packages.txt with the packages of the core: both must have the same lines. */
    @Test
    void packagesUseWhatTheTableLists() throws IOException {
        Map<String, SortedSet<String>> used = new TreeMap<>();
        engine.that(resideInAnyPackage(CORE)).forEach(type -> {
            SortedSet<String> targets = used.computeIfAbsent(type.getPackageName(), none -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency ->
                            dependency.getTargetClass().getBaseComponentType().getPackageName())
                    .filter(target -> target.startsWith(ROOT) && !target.equals(type.getPackageName()))
                    .forEach(target -> targets.add(target.substring(ROOT.length())));
        });
        List<String> lines = used.entrySet().stream()
                .map(entry ->
                        (entry.getKey().substring(ROOT.length()) + ": " + String.join(" ", entry.getValue())).strip())
                .toList();
        try (InputStream table = ArchitectureTest.class.getResourceAsStream("packages.txt")) {
            assertThat(new String(table.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank() && !line.startsWith("#")))
                    .as("lines of packages.txt")
                    .containsExactlyInAnyOrderElementsOf(lines);
        }
    }
}
