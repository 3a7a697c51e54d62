import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Dates are displayed in the local time zone; stored lists require a fixed one.
process.env['TZ'] = 'UTC'

const unitRooms = ['engine', 'contract', 'workers', 'server', 'console', 'bench', 'scripts']
const minuteMs = 60_000
/** Tests of React components in a DOM without a browser. */
const components = 'console/**/*.dom.test.tsx'

/** Two browsers, or two timing tests, would disturb each other on two cores. */
const oneAtATime = { fileParallelism: false, maxWorkers: 1 } as const
/**
 * Tests of started servers wait half of the time, so two files run at once. These measure durations and loads and run
 * alone.
 */
const timed = [
  'entities/entityHostile',
  'installation/kill',
  'identity/signIn',
  'identity/signInGuesses',
  'http/slow',
].map((name) => `tests/wire/${name}.test.ts`)
/** The default of one second is too short for two processes on a busy machine. */
const poll = { timeout: 20_000, interval: 50 }
const globalSetup = 'tests/support/shared/hub.ts'
const onServers = {
  environment: 'node',
  globalSetup,
  expect: { poll },
  testTimeout: 5 * minuteMs,
  hookTimeout: 2 * minuteMs,
} as const

export default defineConfig({
  test: {
    tags: [
      {
        name: 'full',
        description: 'Only in `npm run test:full`: variants and long tests of what the daily run tests in another way.',
      },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Real hashes and property tests take seconds on two shared cores.
          testTimeout: 20_000,
          include: [...unitRooms.map((room) => `${room}/**/*.test.{ts,tsx}`), 'tests/support/**/*.test.ts'],
          exclude: ['**/node_modules/**', components],
          // Files of a worker share their modules: reloading them for each file took longer than the tests.
          isolate: false,
          maxWorkers: availableParallelism(),
          setupFiles: ['tests/support/unit.ts'],
        },
      },
      {
        test: {
          name: 'components',
          environment: 'happy-dom',
          // With reduced motion, antd closes elements immediately.
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          setupFiles: ['tests/support/components.ts'],
          include: [components],
          // It imports a file without an extension, which Node cannot resolve.
          server: { deps: { inline: ['@pixi/react'] } },
          // Loading React, antd and a page takes longer than their tests, so all files share the modules.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 5 },
          expect: { poll },
          testTimeout: 2 * minuteMs,
        },
      },
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['tests/rules/**/*.test.ts'],
          testTimeout: minuteMs,
          sequence: { groupOrder: 6 },
        },
      },
      {
        test: {
          name: 'wire',
          include: ['tests/wire/**/*.test.ts', 'tests/chaos/**/*.test.ts'],
          exclude: timed,
          ...onServers,
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'wireTimed',
          include: timed,
          ...onServers,
          isolate: false,
          ...oneAtATime,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          globalSetup,
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          expect: { poll },
          ...oneAtATime,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'pictures',
          environment: 'node',
          globalSetup,
          isolate: false,
          include: ['tests/pictures/**/*.test.ts'],
          testTimeout: 3 * minuteMs,
          hookTimeout: 3 * minuteMs,
          ...oneAtATime,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
