import { defineConfig } from 'vitest/config'

// A clock shows the zone it stands in; the kept lists show one zone wherever they are compared.
process.env['TZ'] = 'UTC'

const unitRooms = ['engine', 'contract', 'workers', 'server', 'console', 'bench', 'scripts']
const minuteMs = 60_000

/** Suites that start servers or browsers run one file after another: two of them on two cores only measure each other. */
const oneAtATime = { fileParallelism: false, maxWorkers: 1, sequence: { concurrent: false } } as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Real hashes and property tests take seconds where two cores are shared.
          testTimeout: 20_000,
          include: unitRooms.map((room) => `${room}/**/*.test.{ts,tsx}`),
          exclude: ['**/node_modules/**'],
        },
      },
      { test: { name: 'rules', environment: 'node', include: ['tests/rules/**/*.test.ts'], testTimeout: minuteMs } },
      {
        test: {
          name: 'wire',
          environment: 'node',
          include: ['tests/wire/**/*.test.ts', 'tests/chaos/**/*.test.ts'],
          testTimeout: 5 * minuteMs,
          hookTimeout: 2 * minuteMs,
          ...oneAtATime,
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          ...oneAtATime,
        },
      },
      {
        test: {
          name: 'pictures',
          environment: 'node',
          include: ['tests/pictures/**/*.test.ts'],
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          ...oneAtATime,
        },
      },
    ],
  },
})
