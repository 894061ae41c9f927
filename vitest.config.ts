import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.ts', 'test/*.test.ts'],
    // Two cores: more workers only make each test slower.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
})
