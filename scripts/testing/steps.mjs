// The steps of a test run, and their parallel lanes.

const wireFiles = (names) => names.map((name) => `tests/wire/${name}.test.ts`)

/**
 * SQL-related files of `wire`. They run a second time on a PostgreSQL server, which may be older than the embedded one.
 */
const onPostgres = wireFiles([
  'identity/accounts',
  'devices/commands',
  'installation/deadlocks',
  'drawings/drawings',
  'entities/entities',
  'drawings/files',
  'entities/imports',
  'entities/secrets',
  'identity/sessionRaces',
  'installation/start',
  'installation/backupAcross',
  'installation/standby',
])
/** They also run on PGlite, which replaces the embedded PostgreSQL on platforms that cannot run it. */
const onPglite = wireFiles(['devices/commands', 'drawings/drawings', 'entities/imports'])

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [script] an npm script; without it the step runs vitest
 * @property {string[]} [projects] vitest projects
 * @property {string[]} [files] only these test files
 * @property {string[]} [dailyFiles] the files of `npm test`, a subset of `npm run test:full`
 * @property {boolean} [needsBrowser]
 * @property {Record<string, string>} [env] environment variables of this step
 * @property {boolean} [needsPostgres] skipped without TEST_DATABASE_URL
 * @property {boolean} [isFullOnly] only part of `npm run test:full`
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
  {
    name: 'postgres',
    projects: ['wire', 'wireTimed'],
    files: onPostgres,
    dailyFiles: wireFiles(['installation/deadlocks', 'identity/sessionRaces', 'installation/standby']),
    needsPostgres: true,
  },
  {
    name: 'pglite',
    projects: ['wire'],
    files: onPglite,
    dailyFiles: wireFiles(['drawings/drawings']),
    env: { MIMIC_EMBEDDED_DATABASE: 'pglite' },
  },
  { name: 'journeys', projects: ['journeys'], needsBrowser: true },
  { name: 'pictures', projects: ['pictures'], needsBrowser: true },
  { name: 'nodeLines', script: 'test:node-lines', isFullOnly: true },
]

/**
 * Phases run in sequence, the lanes of a phase in parallel, the steps of a lane in sequence. Server tests wait half of
 * their time, so they run beside the browser.
 */
export const phases = [
  [['typecheck'], ['lint']],
  [['unit', 'components', 'rules']],
  [
    ['wire', 'timed', 'postgres', 'pglite'],
    ['journeys', 'pictures'],
  ],
  [['nodeLines']],
]
