import { defineConfig } from 'vitest/config'

// `npm test` leaves tests that take long, or need programs of others, to `npm run test:all`.
const long = process.env['PARLEY_LONG_TESTS'] === '1'

export default defineConfig({
  test: {
    include: long
      ? ['test/**/*.long.test.ts']
      : ['test/{unit,contract,integration}/**/*.test.ts', 'test/*.test.ts'],
    exclude: ['test/peers/**', ...(long ? [] : ['test/**/*.long.test.ts'])],
    // Two cores: more workers only make each test slower.
    maxWorkers: 2,
    // Limits for what hangs, far above what a busy machine needs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Its own limit is a second, which a busy machine may well stand still for.
    expect: { poll: { timeout: 120_000 } },
    // Several apps at once could not all have the port that people know.
    env: { GATEWAY_PORT: '0' },
  },
})
