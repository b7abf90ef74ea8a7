package io.millrace.runtime.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HostBellTest {

    private final NotedBell home = new NotedBell(Path.of("home.bell"));
    private final NotedBell other = new NotedBell(Path.of("other.bell"));
    private final HostBell bell = new HostBell(home);

    @Test
    void wakesTheThreadThatRunsTheExecutorNow() {
        bell.ring();
        bell.moveTo(other);
        bell.ring();
        bell.ring();
        assertThat(home.rung).isEqualTo(1);
        assertThat(other.rung).isEqualTo(2);
        assertThat(bell.isAt(other)).isTrue();
        assertThat(bell.isAt(home)).isFalse();
    }

    @Test
    void isFoundByOtherProcessesWhereItWasMade() {
        bell.moveTo(other);
        assertThat(bell.path()).isEqualTo(home.path());
        assertThat(bell.home()).isSameAs(home);
    }

    private static final class NotedBell implements Doorbell {

        private final Path path;
        private int rung;

        NotedBell(Path path) {
            this.path = path;
        }

        @Override
        public void prepareWait() {}

        @Override
        public void cancelWait() {}

        @Override
        public void block() {}

        @Override
        public void ring() {
            rung++;
        }

        @Override
        public boolean isWaiting() {
            return false;
        }

        @Override
        public Path path() {
            return path;
        }

        @Override
        public void close() {}
    }
}
