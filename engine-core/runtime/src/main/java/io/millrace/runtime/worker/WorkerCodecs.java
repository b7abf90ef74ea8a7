// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.snapshot.agent.WorkerSnapshots;
import java.util.List;

/** Makes the codecs of a worker's values. Each is for one thread; any thread may have one made. */
final class WorkerCodecs implements WorkerSnapshots.Codecs {

    private final List<Class<?>> registered;
    private final List<ValueCodecs> codecs;

    WorkerCodecs(WorkerSpec spec) {
        this.registered = RegisteredClasses.parse(spec.config().get(TopologyKeys.SERIALIZED_CLASSES), spec.loader());
        this.codecs = spec.topology().codecs().stream()
                .map(template -> template.read("codecs", ValueCodecs.class, spec.loader()))
                .toList();
    }

    @Override
    public ValuesCodec present() {
        return new ValuesCodec(registered, codecs);
    }

    @Override
    public ValuesCodec reading(WrittenClasses written) {
        return ValuesCodec.reading(written, registered, codecs);
    }
}
