// Tests against real programs of others. They share one gateway, so they run one after the other.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    globalSetup: ['test/peers/openclaw/global-setup.ts'],
    fileParallelism: false,
    // LiveKit's library writes every step to standard output otherwise.
    env: { NODE_ENV: 'production', GATEWAY_PORT: '0' },
    // The first turn of a gateway loads most of it, which takes half a minute on a busy machine.
    testTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 600_000,
    // The gateway may take its time to stop, and is removed after that.
    teardownTimeout: 120_000,
  },
})
