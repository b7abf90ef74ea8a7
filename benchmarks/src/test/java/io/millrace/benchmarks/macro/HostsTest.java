// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostsTest {

    private static final Hosts TWO = new Hosts(
            new Hosts.Host("hub", "10.77.0.3", List.of("python3", "/a path/net,lab;.py", "exec", "hub", "--")),
            List.of(
                    new Hosts.Host("left", "10.77.0.1", List.of("exec", "left", "--")),
                    new Hosts.Host("right", "10.77.0.2", List.of("exec", "100 % right+", "--"))),
            List.of("python3", "/a path/net,lab;.py"));

    @Test
    void hostsAreReadAsTheyWereWritten() {
        assertThat(Hosts.decode(TWO.encode())).isEqualTo(TWO);
        assertThat(Hosts.decode(Hosts.HERE.encode())).isEqualTo(Hosts.HERE);
    }

    @Test
    void onlyHostsOfALabAreEmulated() {
        assertThat(Hosts.decode(TWO.encode()).areEmulated()).isTrue();
        assertThat(Hosts.decode(Hosts.HERE.encode()).areEmulated()).isFalse();
    }

    @Test
    void aCommandRunsOnItsHost() {
        List<String> command = List.of("java", "Main");

        assertThat(TWO.workers().get(0).command(command)).containsExactly("exec", "left", "--", "java", "Main");
        assertThat(Hosts.HERE.hub().command(command)).isEqualTo(command);
    }

    @Test
    void theHubIsAHostOfItsOwnUnlessAllIsThisMachine() {
        assertThat(TWO.all()).extracting(Hosts.Host::name).containsExactly("hub", "left", "right");
        assertThat(Hosts.HERE.all()).hasSize(1);
    }

    @Test
    void eachHostHasAsManyWorkers() {
        assertThat(TWO.slots(2)).isEqualTo(1);
        assertThat(TWO.slots(6)).isEqualTo(3);
        assertThatThrownBy(() -> TWO.slots(3)).hasMessageStartingWith("3 workers on 2 hosts");
    }
}
