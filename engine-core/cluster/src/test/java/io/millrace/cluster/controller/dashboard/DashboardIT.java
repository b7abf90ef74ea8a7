// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.Await;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.embedded.Diagnosis;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser, with topologies on two nodes: the list and each view, and with {@code -Plong} errors, a
 * dry run, the keyboard, a killed worker, narrow screens and a controller that ends. Screenshots are in {@code
 * target/page}.
 */
@Timeout(120)
@ExtendWith(Diagnosis.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DashboardIT {

    private static final Duration MOST = Duration.ofSeconds(40);
    private static final List<String> VIEWS =
            List.of("graph", "placement", "latency", "links", "rebalance", "errors", "logs");
    private static final Path SHOTS = Path.of("target", "page");

    @TempDir
    static Path directory;

    @AutoClose
    private static TestCluster cluster;

    @AutoClose
    private static Browser browser;

    private static String address;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> program = Browser.program();
        if (program.isEmpty()) {
            System.err.println("The page was not tested: this machine has no Chromium (apt-get install chromium)");
        }
        assumeTrue(program.isPresent(), "this machine has no Chromium");
        Files.createDirectories(SHOTS);
        cluster = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.MONITOR_INTERVAL, Duration.ofSeconds(1))
                        .with(ClusterKeys.WORKER_BACKOFF_MAX, Duration.ofMillis(200)),
                "north",
                "south");
        address = "http://127.0.0.1:" + cluster.controller().port() + "/";
        cluster.submit(
                "orders", OrderTopology.of(300), Config.empty().with(TopologyKeys.WORKERS, 3), OrderTopology.class);
        cluster.submit("numbers", TestTopologies.counting(100_000_000, 1), Config.empty());
        browser = Browser.start(program.get(), Files.createDirectory(directory.resolve("browser")));
        Await.until(
                "both topologies",
                MOST,
                () -> cluster.client().list().stream()
                        .allMatch(info -> info.workersUp() > 0 && info.missing().isEmpty()));
        browser.open(address);
    }

    @Test
    @Order(1)
    void theListHasRatesAndLatenciesOfBothTopologies() throws Exception {
        browser.await(
                "rates of both",
                "[...document.querySelectorAll('table.cards tbody tr')].filter(row => /[1-9].*\\/s/.test(row.cells[2].innerText)"
                        + " && /\\d .?s/.test(row.cells[5].innerText)).length === 2");
        shot("topologies");
        browser.evaluate("document.querySelector('table.cards a[href*=orders]').click()");
        browser.await("its graph", "document.querySelectorAll('.node').length === 6");
    }

    @Test
    @Order(2)
    void eachViewShowsTheRunningTopology() throws Exception {
        view("graph", "document.querySelectorAll('.edgeKind').length >= 4");
        assertThat(text("document.querySelector('.graphPicture').textContent")).contains("check", "busy", "/s");
        browser.await("points of the rate", "document.querySelector('.chart .line0').getAttribute('d').includes('L')");
        shot("graph");
        view("placement", "document.querySelectorAll('.matrix .heat').length > 2");
        assertThat(text("document.querySelector('.nodes').innerText")).contains("Node north", "Node south");
        assertThat(text("document.querySelector('.stay').innerText")).contains("inside the worker", "%");
        shot("placement");
        view("latency", "document.querySelectorAll('.chart').length === 2 && /execute/.test(document.body.innerText)");
        shot("latency");
        view("links", "/→/.test(document.querySelectorAll('table')[1]?.innerText)");
        assertThat(text("document.querySelectorAll('table')[1].innerText"))
                .contains("yes")
                .containsPattern("[µm]s");
        assertThat(text("document.querySelectorAll('table')[0].innerText")).contains("MiB", "/s");
        shot("links");
        view("logs", "document.querySelectorAll('pre.log').length === 3");
        shot("logs");
        assertNothingForeign();
    }

    @Test
    @Order(3)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void errorsHaveTheirStacksAndTextIsNotMarkup() throws Exception {
        view(
                "errors",
                "[...document.querySelectorAll('details.stack')].some(stack => /no price/.test(stack.textContent))");
        browser.evaluate("document.querySelectorAll('details.stack summary').forEach(summary => summary.click())");
        assertThat(text("[...document.querySelectorAll('details.stack')].map(stack => stack.innerText).join('\\n')"))
                .contains("IllegalStateException: no price for <b>order", "OrderTopology$Step.execute");
        assertThat(browser.evaluate("document.querySelectorAll('details pre b').length"))
                .isEqualTo(0L);
        shot("errors");
    }

    @Test
    @Order(4)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void aDryRunShowsBeforeAndAfterAndChangesNothing() throws Exception {
        long epoch = cluster.client().describe("orders").epoch();
        view("rebalance", "document.querySelector('form button') !== null");
        browser.evaluate("document.querySelector('form [name=workers]').value = '2'");
        browser.evaluate("document.querySelector('form button').click()");
        browser.await("a plan", "/Planned by/.test(document.body.innerText)");
        assertThat(text("document.querySelector('.plan table').innerText"))
                .contains("Before", "After", "between nodes");
        shot("rebalance");
        assertThat(cluster.client().describe("orders").epoch()).isEqualTo(epoch);
    }

    @Test
    @Order(5)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void theGraphIsUsedByKeyboard() throws Exception {
        view("graph", "document.querySelectorAll('.node').length === 6");
        browser.evaluate("document.querySelector('.graph').focus()");
        browser.press("Tab", 9, "");
        assertThat(text("document.activeElement.getAttribute('aria-label')")).startsWith("spout orders: busy");
        browser.press("Enter", 13, "\r");
        browser.await("its details", "/orders, spout/.test(document.querySelector('.details')?.innerText ?? '')");
        String before = text("document.getElementById('state').textContent");
        browser.await("the next figures", "document.getElementById('state').textContent !== '" + before + "'");
        assertThat(text("document.activeElement.getAttribute('aria-pressed')"))
                .as("focus stays")
                .isEqualTo("true");
    }

    @Test
    @Order(6)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void aKilledWorkerIsSeenMissingAndComesBack() throws Exception {
        WorkerMetrics victim = cluster.client().describe("orders").workers().get(0);
        view("placement", "document.querySelectorAll('.worker:not(.down)').length === 3");

        ProcessHandle.of(victim.pid()).orElseThrow().destroyForcibly();

        browser.await(
                "another process",
                "/" + victim.worker() + " pid (?!" + victim.pid()
                        + "\\b)\\d+, 2 starts/.test(document.querySelector('.nodes').innerText)");
        browser.await("all workers", "document.querySelectorAll('.worker:not(.down)').length === 3");
        view("errors", "/killed|signal|137/.test(document.querySelectorAll('table')[1]?.innerText)");
        assertThat(browser.problems()).isEmpty();
    }

    @Test
    @Order(7)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void allViewsFitANarrowScreenAndDarkMode() throws Exception {
        browser.size(400, 800);
        for (String view : VIEWS) {
            view(
                    view,
                    "document.querySelectorAll('main h1').length === 1 && document.querySelectorAll('main .card').length > 0");
            assertThat(browser.evaluate(
                            "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"))
                    .as(view)
                    .isEqualTo(0L);
            assertLabels(view);
        }
        shot("narrow-logs");
        view("graph", "document.querySelectorAll('.node').length === 6");
        shot("narrow-graph");
        browser.evaluate("location.hash = '#/'");
        browser.await("the list", "document.querySelectorAll('table.cards tbody tr').length === 2");
        assertThat(browser.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"))
                .isEqualTo(0L);
        shot("narrow");
        browser.size(1280, 900);
        browser.dark(true);
        assertThat(text("getComputedStyle(document.body).backgroundColor")).isEqualTo("rgb(20, 24, 28)");
        view("graph", "document.querySelectorAll('.node').length === 6");
        shot("dark");
        browser.dark(false);
        assertNothingForeign();
    }

    @Test
    @Order(8)
    @EnabledIfSystemProperty(named = "millrace.long", matches = "true")
    void aControllerThatIsGoneIsSaid() throws Exception {
        cluster.controller().close();
        browser.await(
                "that nobody answers",
                "/does not answer.*figures below/.test(document.getElementById('notice').innerText)");
        assertThat(browser.evaluate("document.querySelectorAll('.node').length"))
                .isEqualTo(6L);
    }

    /** Asserts that fields, figures and tables have labels for a screen reader. */
    private static void assertLabels(String view) throws Exception {
        assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('input, select')].filter(field => field.labels.length === 0).length"))
                .as("fields without a label: " + view)
                .isEqualTo(0L);
        assertThat(browser.evaluate("[...document.querySelectorAll('svg')].filter(image =>"
                        + " !image.getAttribute('aria-label') && image.getAttribute('aria-hidden') !== 'true').length"))
                .as("images without a label: " + view)
                .isEqualTo(0L);
        assertThat(browser.evaluate("[...document.querySelectorAll('table')].filter(table => !table.caption).length"))
                .as("tables without a caption: " + view)
                .isEqualTo(0L);
        assertThat(browser.evaluate("document.querySelectorAll('#tabs [aria-current=page]').length"))
                .as(view)
                .isEqualTo(1L);
    }

    private static void assertNothingForeign() {
        assertThat(browser.requests()).isNotEmpty().allMatch(request -> request.startsWith(address));
        assertThat(browser.problems()).isEmpty();
    }

    private static void view(String name, String condition) throws Exception {
        browser.evaluate("location.hash = '#/t/orders/" + name + "'");
        browser.await(
                "the view " + name,
                "document.querySelector('#tabs [aria-current=page]')?.href.endsWith('/" + name + "') && (" + condition
                        + ")");
    }

    private static String text(String expression) throws Exception {
        return String.valueOf(browser.evaluate(expression));
    }

    private static void shot(String name) throws Exception {
        browser.screenshot(SHOTS.resolve(name + ".png"), false);
    }
}
