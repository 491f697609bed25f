package dev.holdfast.worker;

import dev.holdfast.activities.history.Leases;
import dev.holdfast.activities.pool.PoolConfig;
import dev.holdfast.activities.pool.WarmPool;
import java.lang.reflect.Proxy;

/** A pool that is switched off and so asks nobody for anything. */
final class TestPool {
    private TestPool() {}

    static WarmPool off() {
        Leases unused = (Leases) Proxy.newProxyInstance(
                Leases.class.getClassLoader(), new Class<?>[] {Leases.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        return new WarmPool(PoolConfig.OFF, "host", unused, executor -> {
            throw new UnsupportedOperationException("no sandboxes here");
        });
    }
}
