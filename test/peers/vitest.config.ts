// Tests against real third-party programs. They share one gateway, so they run one after the other.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    globalSetup: ['test/peers/openclaw/global-setup.ts'],
    fileParallelism: false,
    // Otherwise LiveKit's library logs every step to standard output.
    env: { NODE_ENV: 'production', GATEWAY_PORT: '0' },
    // A gateway's first turn loads most of its code, which takes half a minute on a busy machine.
    testTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 600_000,
    // The gateway may stop slowly, and is removed after that.
    teardownTimeout: 120_000,
  },
})
