// The steps of a test run, and which of them run side by side.

const wireFiles = (names) => names.map((name) => `tests/wire/${name}.test.ts`)

/** Files of `wire` that are about SQL: they run a second time on a PostgreSQL server, which may be older than the embedded one. */
const onPostgres = wireFiles(['accounts', 'commands', 'deadlocks', 'drawings', 'entities', 'files', 'imports', 'secrets', 'sessionRaces', 'start', 'backupAcross', 'standby'])
/** And once on PGlite, which takes the place of the embedded PostgreSQL where that cannot run. */
const onPglite = wireFiles(['commands', 'drawings', 'imports'])

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [script] an npm script; without it the step is a run of vitest
 * @property {string[]} [projects] vitest projects
 * @property {string[]} [files] only these test files
 * @property {string[]} [dailyFiles] the files of `npm test`, where `npm run test:full` runs more
 * @property {boolean} [needsBrowser]
 * @property {Record<string, string>} [env] variables of this step
 * @property {boolean} [needsPostgres] the step is left out without TEST_DATABASE_URL
 * @property {boolean} [isFullOnly] the step belongs to `npm run test:full` only
 */

/** @type {Step[]} */
export const steps = [
  { name: 'typecheck', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'unit', projects: ['unit'] },
  { name: 'components', projects: ['components'] },
  { name: 'rules', projects: ['rules'] },
  { name: 'wire', projects: ['wire'] },
  { name: 'timed', projects: ['wireTimed'] },
  { name: 'postgres', projects: ['wire', 'wireTimed'], files: onPostgres, dailyFiles: wireFiles(['commands', 'deadlocks', 'imports', 'sessionRaces', 'standby']), needsPostgres: true },
  { name: 'pglite', projects: ['wire'], files: onPglite, dailyFiles: wireFiles(['commands']), env: { MIMIC_EMBEDDED_DATABASE: 'pglite' } },
  { name: 'journeys', projects: ['journeys'], needsBrowser: true },
  { name: 'pictures', projects: ['pictures'], needsBrowser: true },
  { name: 'nodeLines', script: 'test:node-lines', isFullOnly: true },
]

/**
 * Phases run one after the other, the lanes of a phase at the same time, the steps of a lane one after the other. Tests of servers wait for
 * half of their time, so they run beside the browser.
 */
export const phases = [
  [['typecheck'], ['lint']],
  [['unit', 'components', 'rules']],
  [['wire', 'timed', 'postgres', 'pglite'], ['journeys', 'pictures']],
  [['nodeLines']],
]
