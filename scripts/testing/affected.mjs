// Selects the tests affected by changed files: unit tests by vitest's import graph, servers and browsers by the map
// below.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './run.mjs'

/** Journeys that always run: sign-in, a list, a drawing designed, run and shared. */
export const smoke = ['binding', 'exporting', 'library', 'roles', 'secrets']

/**
 * Maps path prefixes to the tests with a server or a browser that they affect. All entries matching a changed file
 * apply.
 * @type {{ path: string, wire?: string[], journeys?: string[], pictures?: string[] }[]}
 */
export const map = [
  { path: 'engine/animation/', pictures: ['render', 'live'] },
  { path: 'engine/bindings/', pictures: ['live'], journeys: ['deviceState'] },
  { path: 'engine/commands/', journeys: ['designing'] },
  { path: 'engine/components/', pictures: ['components', 'samples'] },
  { path: 'engine/document/', wire: ['drawings'], journeys: ['designing'] },
  { path: 'engine/editing/', journeys: ['designing', 'designingFields', 'touching'] },
  { path: 'engine/headless/', pictures: ['render'] },
  { path: 'engine/imports/', pictures: ['imported'] },
  { path: 'engine/paint/', pictures: ['brush', 'components', 'render'] },
  { path: 'engine/pictures/', pictures: ['render'] },
  { path: 'engine/running/', pictures: ['live'], journeys: ['looking'] },
  { path: 'engine/stage/', pictures: ['live', 'context'], journeys: ['looking'] },
  { path: 'engine/accessibility/', pictures: ['access', 'over'] },
  { path: 'contract/entity/', wire: ['entities', 'imports'] },
  { path: 'contract/routes/', wire: ['apiDocs', 'running'] },
  { path: 'contract/telemetry/', wire: ['brokerPlant', 'devicePresence'] },
  { path: 'contract/mapping/', wire: ['mapping'], journeys: ['connecting'] },
  { path: 'contract/lighting/', wire: ['lighting'] },
  { path: 'contract/platform/', wire: ['platform'] },
  { path: 'contract/scada/', wire: ['drawings'] },
  { path: 'contract/system/', wire: ['roles', 'accounts'] },
  { path: 'workers/spreadsheet/', wire: ['imports'], journeys: ['importing'] },
  { path: 'workers/telemetry/', journeys: ['deviceState', 'linkages'] },
  { path: 'server/backup/', wire: ['backup'] },
  { path: 'server/broker/', wire: ['broker', 'brokerPlant', 'commands', 'mqttAccess'] },
  { path: 'server/database/', wire: ['entities', 'imports', 'history', 'deadlocks'] },
  { path: 'server/http/', wire: ['running', 'routesHostile', 'files', 'proxies'] },
  { path: 'server/storage/', wire: ['diskFull', 'broker'] },
  { path: 'server/services/operations/serverAlarms/', wire: ['diskFull', 'operations'] },
  { path: 'server/services/identity/accounts/', wire: ['accounts', 'roles', 'signIn'] },
  { path: 'server/services/identity/apiTokens', wire: ['apiTokens'] },
  { path: 'server/services/base/audit', wire: ['audit'] },
  { path: 'server/services/devices/commands', wire: ['commands', 'commandsEnded', 'programCommands'] },
  { path: 'server/services/devices/componentPasswords', wire: ['drawings'] },
  { path: 'server/services/devices/channels/', wire: ['accessChannels'] },
  { path: 'server/services/devices/credentials/', wire: ['deviceCredentials', 'mqttAccess'] },
  { path: 'server/services/devices/deviceStates', wire: ['deviceStates'] },
  { path: 'server/services/devices/history', wire: ['history', 'historyExport'] },
  { path: 'server/services/devices/mapping/', wire: ['mapping', 'mappingExternal'] },
  { path: 'server/services/devices/undeclaredDevices/', wire: ['undeclaredDevices'] },
  { path: 'server/services/devices/', wire: ['devicePresence', 'deviceNames'] },
  { path: 'server/services/base/dictionary', wire: ['dictionaries'] },
  { path: 'server/services/drawings/', wire: ['drawings'] },
  { path: 'server/services/drawings/revision', wire: ['revisions'] },
  { path: 'server/services/drawings/dataProxy', wire: ['dataProxy'] },
  { path: 'server/services/entities/', wire: ['entities', 'imports'] },
  { path: 'server/services/files/', wire: ['files'] },
  { path: 'server/services/drawings/library', wire: ['library'] },
  { path: 'server/services/lighting/', wire: ['lighting', 'strategies'] },
  { path: 'server/services/automation/bridges/', wire: ['bridgesHttp', 'bridgesMqtt', 'bridgesDatabase'] },
  { path: 'server/services/automation/jobs/', wire: ['platform'] },
  { path: 'server/services/automation/ruleScripts/', wire: ['ruleScripts'] },
  { path: 'server/services/automation/linkages/', wire: ['linkages', 'linkageRuns'] },
  { path: 'server/services/base/lockout', wire: ['signIn', 'signInGuesses'] },
  { path: 'server/services/operations/monitoring/', wire: ['operations'] },
  { path: 'server/services/operations/notifications/', wire: ['platform'] },
  { path: 'server/services/devices/customTopics/', wire: ['ownTopics'] },
  { path: 'server/services/base/passwords', wire: ['signIn', 'accounts'] },
  { path: 'server/services/operations/plugins/', wire: ['plugins'] },
  { path: 'server/services/identity/projects', wire: ['installing'] },
  { path: 'server/services/automation/sceneVariables/', wire: ['sceneVariables'] },
  { path: 'server/services/drawings/search', wire: ['search'] },
  { path: 'server/services/identity/secondStep/', wire: ['secondStep'] },
  { path: 'server/services/base/secret', wire: ['secrets'] },
  { path: 'server/services/identity/session', wire: ['sessionEnds', 'renewal'] },
  { path: 'server/services/drawings/shares/', wire: ['shares'] },
  { path: 'server/services/identity/signIn', wire: ['signIn', 'single'] },
  { path: 'server/services/identity/singleSignOn', wire: ['single'] },
  { path: 'server/services/devices/upgrades/', wire: ['upgrades'] },
  { path: 'server/services/recycleBin/', wire: ['recycleBin'] },
  { path: 'server/services/thumbnails/', wire: ['drawings'] },
  { path: 'server/drivers/', wire: ['accessChannels'] },
  { path: 'server/scripts/', wire: ['ruleScripts'] },
  { path: 'server/simulator/', wire: ['brokerPlant'] },
  { path: 'server/workerPool/', wire: ['imports'] },
  { path: 'server/main', wire: ['start'] },
  { path: 'server/options', wire: ['start'] },
  { path: 'server/shutdown', wire: ['start'] },
  { path: 'server/start', wire: ['start'] },
  { path: 'server/standby', wire: ['start'] },
  { path: 'server/tls', wire: ['tls'] },
  { path: 'server/', wire: ['running'] },
  { path: 'console/app/', journeys: ['tabs'] },
  { path: 'console/bridge/', wire: ['bridgesHttp'] },
  { path: 'console/center/', journeys: ['sharing', 'exporting'] },
  { path: 'console/channels/', wire: ['accessChannels'] },
  { path: 'console/connections/', wire: ['deviceCredentials'] },
  { path: 'console/crud/', journeys: ['importing', 'leaving'] },
  { path: 'console/designer/', journeys: ['designing', 'designingFields'] },
  { path: 'console/fields/', journeys: ['leaving'] },
  { path: 'console/help/', journeys: ['help'] },
  { path: 'docs/', journeys: ['help'] },
  { path: 'console/library/', journeys: ['library'] },
  { path: 'console/onboarding/', journeys: ['connecting'] },
  { path: 'console/recycleBin/', wire: ['recycleBin'] },
  { path: 'console/revisions/', wire: ['revisions'] },
  { path: 'console/undeclared/', wire: ['undeclaredDevices'] },
  { path: 'console/templates/', journeys: ['connecting'] },
  { path: 'console/kit/', journeys: ['leaving', 'attaching'] },
  { path: 'console/lighting/', journeys: ['lighting'] },
  { path: 'console/annotation/', journeys: ['sentences', 'maps'] },
  { path: 'console/net/', journeys: ['tabs', 'accounts'] },
  { path: 'console/runtime/', journeys: ['looking', 'operating'] },
  { path: 'console/scene/', journeys: ['scenes'] },
  { path: 'console/script/', journeys: ['linkages', 'ruleScripts'] },
  { path: 'console/signin/', journeys: ['arriving', 'secondStep'] },
  { path: 'console/stage/', journeys: ['looking', 'showing'] },
  { path: 'console/stores/', journeys: ['tabs', 'accounts'] },
  { path: 'console/system/', journeys: ['accounts'] },
  { path: 'console/video/', journeys: ['showing'] },
]

/**
 * Returns the paths of files that differ from a commit, and of untracked files. Without a commit: uncommitted changes,
 * or the last commit if there are none.
 * @param {string | undefined} since
 * @returns {Promise<string[]>}
 */
export async function changedFiles(since) {
  const git = async (...args) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.split('\n').filter(Boolean)
  const added = await git('ls-files', '--others', '--exclude-standard')
  const changed = [...(await git('diff', '--name-only', since ?? 'HEAD')), ...added]
  return changed.length > 0 || since !== undefined ? changed : git('diff', '--name-only', 'HEAD~1')
}

/**
 * Returns the runs for these files in order: types and lint, related unit tests and all rules, mapped wire tests, smoke
 * and mapped journeys, mapped pictures.
 * @param {string[]} changed
 * @returns {{ name: string, script?: string, args?: string[], needsBrowser?: boolean }[]}
 */
export function affectedRuns(changed) {
  const sources = changed.filter((path) => /\.(?:tsx?|json)$/.test(path) && existsSync(join(root, path)))
  const mapped = (kind) =>
    map
      .filter(({ path }) => changed.some((file) => file.startsWith(path)))
      .flatMap((entry) => entry[kind] ?? [])
      .map((name) => `tests/${kind}/${name}.test.ts`)
  const touched = (kind) =>
    changed.filter(
      (path) => path.startsWith(`tests/${kind}/`) && path.endsWith('.test.ts') && existsSync(join(root, path)),
    )
  const filesOf = (kind) => [...new Set([...touched(kind), ...mapped(kind)])]
  const journeys = [...new Set([...filesOf('journeys'), ...smoke.map((name) => `tests/journeys/${name}.test.ts`)])]
  const [wire, pictures] = [filesOf('wire'), filesOf('pictures')]
  return [
    { name: 'typecheck', script: 'typecheck' },
    { name: 'lint', script: 'lint' },
    ...(sources.length > 0
      ? [
          {
            name: 'unit',
            args: ['related', '--run', ...sources, '--project', 'unit', '--project', 'components', '--passWithNoTests'],
          },
        ]
      : []),
    { name: 'rules', args: ['run', '--project', 'rules'] },
    ...(wire.length > 0
      ? [{ name: 'wire', args: ['run', '--project', 'wire', '--project', 'wireTimed', ...wire] }]
      : []),
    { name: 'journeys', args: ['run', '--project', 'journeys', ...journeys], needsBrowser: true },
    ...(pictures.length > 0
      ? [{ name: 'pictures', args: ['run', '--project', 'pictures', ...pictures], needsBrowser: true }]
      : []),
  ]
}
