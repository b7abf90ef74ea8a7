// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.BoltCollector;
import io.millrace.api.Component;
import io.millrace.api.EngineBolt;
import io.millrace.api.EngineRunner;
import io.millrace.api.EngineTask;
import io.millrace.api.Engines;
import io.millrace.api.TaskContext;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.template.Template;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the engines of tasks in this process. */
public final class EnginePoolRunner implements EngineRunner {

    private static final Logger LOG = LoggerFactory.getLogger(EnginePoolRunner.class);

    @Override
    public EngineTask start(EngineBolt bolt, TaskContext context, BoltCollector out) {
        Engines engines = bolt.engines();
        EngineSettings settings = EngineSettings.of(context.config(), context::nanoTime);
        DeclaredStreams streams = DeclaredStreams.of(bolt);
        ClassLoader loader = engines.bolt()
                .map(each -> each.getClass().getClassLoader())
                .orElse(EnginePoolRunner.class.getClassLoader());
        Processes processes = engines.kind() == Engines.Kind.THREAD
                ? null
                : Processes.of(engines, context, streams, settings, loader);
        if (processes == null && (settings.memory() > 0 || settings.cpuPercent() > 0)) {
            LOG.warn(
                    "component '{}': its engines are threads of the worker, which have no limits of their own: {} and {} do nothing",
                    context.componentId(),
                    EngineKeys.MEMORY.name(),
                    EngineKeys.CPU.name());
        }
        TaskFacts task = TaskFacts.of(context);
        StartTurns turns = processes == null ? StartTurns.none() : context.share(StartTurns.class, StartTurns::new);
        EnginePool pool = new EnginePool(context, out, settings, (owner, number) -> {
            TaskFacts facts = task.of(number);
            Supplier<Engine> maker = processes == null
                    ? () -> new ThreadEngine(copies(engines, loader), new EngineContext(facts, settings.clock()))
                    : () -> processes.make(facts);
            MessageHash hash = new MessageHash(() -> settings.codec(loader));
            EngineThread.Label label = new EngineThread.Label(facts.engineName(), number);
            return new EngineThread(label, settings, streams, maker, hash, turns, owner);
        });
        EngineBounds.Range bounds = bounds(bolt, context);
        EngineScaler scaler = new EngineScaler(
                bounds,
                context.config().get(EngineKeys.SCALE_UP_WAIT).toNanos(),
                context.config().get(EngineKeys.SCALE_DOWN_IDLE).toNanos());
        pool.scale(
                scaler,
                context.share(EngineRoom.class, EngineRoom::new),
                context.config().get(EngineKeys.SLOTS));
        pool.start(bounds.min());
        return pool;
    }

    private static EngineBounds.Range bounds(EngineBolt bolt, TaskContext context) {
        String own = context.config().get(EngineKeys.BOUNDS);
        return EngineBounds.of(context.config())
                .of(context.componentId())
                .orElseGet(() ->
                        own.isEmpty() ? new EngineBounds.Range(bolt.min(), bolt.max()) : EngineBounds.Range.read(own));
    }

    private static Supplier<Component> copies(Engines engines, ClassLoader loader) {
        Template template = Template.of("bolt", "prepare", engines.bolt().orElseThrow());
        return () -> template.read("bolt", Component.class, loader);
    }
}
