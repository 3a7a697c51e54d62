import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A clock shows the zone it stands in; the kept lists show one zone wherever they are compared.
process.env['TZ'] = 'UTC'

const unitRooms = ['engine', 'contract', 'workers', 'server', 'console', 'bench', 'scripts']
const minuteMs = 60_000
/** Tests of React components in a DOM without a browser. */
const components = 'console/**/*.dom.test.tsx'

/** Two browsers on two cores, and two that measure time, only measure each other. */
const oneAtATime = { fileParallelism: false, maxWorkers: 1 } as const
/** What starts servers waits for them and for the clock about half the time, so two files at once use two cores; but not what measures how soon, how long or how much. */
const timed = ['entityHostile', 'kill', 'signIn', 'signInGuesses', 'slow'].map((name) => `tests/wire/${name}.test.ts`)
/** A second, as it is otherwise, is too short for what a busy machine does between two processes. */
const poll = { timeout: 20_000, interval: 50 }
const globalSetup = 'tests/support/shared/hub.ts'
const onServers = { environment: 'node', globalSetup, expect: { poll }, testTimeout: 5 * minuteMs, hookTimeout: 2 * minuteMs } as const

export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'Only in `npm run test:full`: variants and long tests of what the daily run tests in another way.' }],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Real hashes and property tests take seconds where two cores are shared.
          testTimeout: 20_000,
          include: [...unitRooms.map((room) => `${room}/**/*.test.{ts,tsx}`), 'tests/support/**/*.test.ts'],
          exclude: ['**/node_modules/**', components],
          // Files of a worker share their modules: loading them anew for each file took longer than the tests.
          isolate: false,
          maxWorkers: availableParallelism(),
          setupFiles: ['tests/support/unit.ts'],
        },
      },
      {
        test: {
          name: 'components',
          environment: 'happy-dom',
          // Without motion, what antd closes is gone at once.
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
          setupFiles: ['tests/support/components.ts'],
          include: [components],
          // It imports a file without its extension, which Node does not resolve.
          server: { deps: { inline: ['@pixi/react'] } },
          // Loading React, antd and a page takes longer than a test of it: all files share what is loaded.
          isolate: false,
          maxWorkers: 2,
          expect: { poll },
          testTimeout: 2 * minuteMs,
        },
      },
      { test: { name: 'rules', environment: 'node', include: ['tests/rules/**/*.test.ts'], testTimeout: minuteMs } },
      { test: { name: 'wire', include: ['tests/wire/**/*.test.ts', 'tests/chaos/**/*.test.ts'], exclude: timed, ...onServers, isolate: false, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { test: { name: 'wireTimed', include: timed, ...onServers, isolate: false, ...oneAtATime, sequence: { groupOrder: 2 } } },
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
