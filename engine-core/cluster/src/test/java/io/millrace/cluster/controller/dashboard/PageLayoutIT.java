// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.metrics.LatencySummary;
import io.millrace.api.metrics.Stage;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.RebalanceDecisions;
import io.millrace.cluster.model.RebalanceState;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page in a real browser at three widths, with figures of this test: topologies of two and of twelve components on
 * six levels. Screenshots are in {@code target/page}.
 */
@Timeout(120)
class PageLayoutIT {

    private static final Path SHOTS = Path.of("target", "page");
    private static final long MINUTE = 60_000;
    private static final long NOW = System.currentTimeMillis();

    /** The elements with words of each row of the list that touch each other. */
    private static final String OVERLAPS = "[...document.querySelectorAll('table.cards tbody tr')].flatMap(row => {"
            + " const boxes = [...row.querySelectorAll('th, td span, td svg')].concat([...row.cells].filter(cell =>"
            + " !cell.firstElementChild)).map(of => [of.innerText ?? 'image', of.getBoundingClientRect()]).filter(([,"
            + " box]) => box.width > 0); return boxes.flatMap(([text, box], i) => boxes.slice(i + 1).filter(([, other]) =>"
            + " box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top <"
            + " box.bottom - 1).map(([words]) => text + ' on ' + words)) })";

    private static final String INSIDE = "(() => { const box = document.querySelector('.graph');"
            + " return document.querySelector('.graphPicture').getBoundingClientRect().right"
            + " <= box.getBoundingClientRect().left + box.clientWidth + 1 })()";

    @TempDir
    static Path directory;

    private static HttpDaemon http;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> program = Browser.program();
        if (program.isEmpty()) {
            System.err.println("The page was not tested: this machine has no Chromium (apt-get install chromium)");
        }
        assumeTrue(program.isPresent(), "this machine has no Chromium (apt-get install chromium)");
        Files.createDirectories(SHOTS);
        List<LiveTopology> topologies = List.of(
                topology("two", List.of("read>count")),
                topology(
                        "twelve-components-with-a-long-name",
                        List.of(
                                "read-orders>check-orders",
                                "read-orders>check-customers",
                                "check-orders>price-in-eur",
                                "check-customers>price-in-usd",
                                "check-orders>fraud",
                                "price-in-eur>join-prices",
                                "price-in-usd>join-prices",
                                "fraud>alert",
                                "join-prices>sum-by-customer",
                                "join-prices>sum-by-country",
                                "sum-by-customer>write-customers",
                                "sum-by-country>write-countries")));
        http = HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.CONTROLLER_HOST,
                ClusterKeys.CONTROLLER_PORT,
                Stream.concat(new PageFiles().routes().stream(), routes(topologies).stream())
                        .toList(),
                RestAccess.of(Config.empty(), "", ""));
        browser = Browser.start(program.get(), Files.createDirectory(directory.resolve("browser")));
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (http != null) {
            http.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 1280, 1920})
    void nothingIsCutAndNoWordsAreOnOthers(int width) throws Exception {
        browser.size(width, 900);
        open("");
        browser.await("the list", "document.querySelectorAll('table.cards tbody tr').length === 2");
        shot("list", width);
        assertThat(browser.evaluate(OVERLAPS)).isEqualTo(List.of());
        assertFits();
        for (String name : List.of("two", "twelve-components-with-a-long-name")) {
            open("t/" + name + "/graph");
            browser.await(
                    "its graph",
                    "document.querySelector('h1').innerText.startsWith('" + name
                            + "') && document.querySelectorAll('.node').length >= 2");
            shot(name, width);
            assertThat(browser.evaluate(INSIDE)).as("the graph of " + name).isEqualTo(true);
            assertThat(number("Math.min(...[...document.querySelectorAll('.graphPicture text')]"
                            + ".map(text => text.getBoundingClientRect().height))"))
                    .as("height of the smallest words in the graph of " + name)
                    .isGreaterThan(8);
            assertFits();
        }
    }

    @Test
    void anAxisHasNoTwoEqualLabelsAndAHintIsNoProblem() throws Exception {
        browser.size(1280, 900);
        open("t/two/graph");
        browser.await(
                "charts",
                "document.querySelector('h1').innerText.startsWith('two') &&"
                        + " document.querySelectorAll('.chart').length === 2 && document.querySelector('.hints') !=="
                        + " null");
        for (Object labels : (List<?>) browser.evaluate("[...document.querySelectorAll('.chart')].map(chart =>"
                + " [...chart.querySelectorAll('.tick[text-anchor=end]')].map(tick => tick.textContent))")) {
            assertThat(List.<Object>copyOf((List<?>) labels))
                    .doesNotHaveDuplicates()
                    .hasSizeBetween(2, 6)
                    .contains("0");
        }
        assertThat(browser.evaluate("document.querySelectorAll('.problems li').length"))
                .isEqualTo(0L);
        assertThat(text("document.querySelector('.hints').innerText")).contains("gets nothing by localOrShuffle");
        assertThat(text("document.querySelectorAll('table')[1].innerText")).contains("fields(user, message)");
    }

    @Test
    void aControllerThatDoesNotLeadNamesTheOneThatPlans() throws Exception {
        browser.size(1280, 900);
        open("t/two/rebalance");
        browser.await("its leader", "document.querySelector('.hint a')?.innerText === '192.0.2.7:7370'");
        assertThat(browser.evaluate("document.querySelectorAll('form').length")).isEqualTo(0L);
        assertThat(text("document.querySelector('.hint a').href")).isEqualTo("http://192.0.2.7:7370/#/t/two/rebalance");
        shot("rebalance", 1280);
    }

    private static void assertFits() throws Exception {
        assertThat(browser.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"))
                .isEqualTo(0L);
        assertThat(browser.problems()).isEmpty();
    }

    private static List<Route> routes(List<LiveTopology> topologies) {
        List<Double> recent = List.of(0.0, 0.0, 0.001, 0.002);
        List<Route> routes = new ArrayList<>();
        routes.add(Route.get(
                "/v1/dashboard",
                request -> Reply.json(new ClusterOverview(
                        NOW,
                        false,
                        "192.0.2.7:7370",
                        List.of(),
                        List.of(),
                        topologies.stream()
                                .map(live -> new ClusterOverview.Row(
                                        live.info(),
                                        live.interval().totals(),
                                        live.latencies().latency(),
                                        1,
                                        recent))
                                .toList()))));
        for (LiveTopology live : topologies) {
            String name = live.info().name();
            routes.add(Route.get("/v1/dashboard/" + name, request -> Reply.json(live)));
            routes.add(Route.get("/v1/dashboard/" + name + "/history", request -> Reply.json(history()))
                    .taking("since"));
            routes.add(Route.get(
                    "/v1/topologies/" + name + "/rebalance",
                    request -> Reply.json(new RebalanceState(0, "", false, "", List.of()))));
            routes.add(Route.get(
                    "/v1/topologies/" + name + "/rebalance/decisions",
                    request -> Reply.json(new RebalanceDecisions(name, false, List.of(), List.of()))));
        }
        return routes;
    }

    /** Returns a history with a small rate, and no pending trees. */
    private static HistoryPoints history() {
        return new HistoryPoints(
                List.of("emitted", "acked", "failed", "pending"),
                LongStream.rangeClosed(0, 3)
                        .mapToObj(minute -> NOW - (3 - minute) * MINUTE)
                        .toList(),
                List.of(
                        List.of(0.0, 0.0, 0.0, 0.0),
                        List.of(0.004, 0.0, 0.0, 0.0),
                        List.of(0.007, 0.003, 0.0, 0.0),
                        List.of(0.0, 0.0, 0.0, 0.0)));
    }

    private static LiveTopology topology(String name, List<String> arrows) {
        List<String> ids = arrows.stream()
                .flatMap(arrow -> Stream.of(arrow.split(">")))
                .distinct()
                .toList();
        LatencySummary measured = new LatencySummary(1_000, 1_234_567, 2_000_000, 45_678_901, 50_000_000, 60_000_000);
        LiveTopology.Shares shares = new LiveTopology.Shares(0, 0.412, 0.588, 0);
        return new LiveTopology(
                new TopologyInfo(
                        name,
                        name + "-1",
                        Status.ACTIVE,
                        0,
                        new TopologyInfo.Size(ids.size(), 12, 12, List.of()),
                        TopologyInfo.Remarks.of(null, null)),
                new LiveTopology.Interval(
                        NOW, 2, new LiveTopology.Totals(12_345.6, 123_456.7, 12_345.6, 0.3, 1_234, 56_789)),
                new LiveTopology.Latencies(measured, measured, 0),
                new LiveTopology.Graph(
                        ids.stream()
                                .map(id -> component(id, ids.indexOf(id) == 0))
                                .toList(),
                        arrows.stream()
                                .map(arrow -> new LiveTopology.Edge(
                                        arrow.split(">")[0],
                                        arrow.split(">")[1],
                                        "fields(user, message)",
                                        12_345,
                                        0,
                                        shares))
                                .toList()),
                new LiveTopology.Running(List.of(), List.of(), shares, List.of(), List.of()),
                new LiveTopology.Stages(
                        Arrays.stream(Stage.values())
                                .map(stage -> new LiveTopology.StageNow(stage, measured))
                                .toList(),
                        List.of()),
                new TopologyDescription.Findings(
                        List.of(),
                        List.of(
                                "task 3 of bolt count gets nothing by localOrShuffle: no task of read is in the same worker"),
                        List.of()));
    }

    private static LiveTopology.Component component(String id, boolean isSpout) {
        return new LiveTopology.Component(
                id,
                "",
                isSpout ? "spout" : "bolt",
                2,
                2,
                12_345,
                12_345,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0.43,
                0.5,
                0.12,
                LatencySummary.NONE,
                LatencySummary.NONE);
    }

    private static void open(String place) throws Exception {
        browser.open("http://127.0.0.1:" + http.port() + "/#/" + place);
    }

    private static double number(String expression) throws Exception {
        return ((Number) browser.evaluate(expression)).doubleValue();
    }

    private static String text(String expression) throws Exception {
        return String.valueOf(browser.evaluate(expression));
    }

    private static void shot(String name, int width) throws Exception {
        browser.screenshot(SHOTS.resolve("layout-" + name + "-" + width + ".png"), false);
    }
}
