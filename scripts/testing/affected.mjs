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
  { path: 'engine/document/', wire: ['drawings/drawings'], journeys: ['designing'] },
  { path: 'engine/editing/', journeys: ['designing', 'designingFields', 'touching'] },
  { path: 'engine/headless/', pictures: ['render'] },
  { path: 'engine/imports/', pictures: ['imported'] },
  { path: 'engine/paint/', pictures: ['brush', 'components', 'render'] },
  { path: 'engine/pictures/', pictures: ['render'] },
  { path: 'engine/running/', pictures: ['live'], journeys: ['looking'] },
  { path: 'engine/stage/', pictures: ['live', 'context'], journeys: ['looking'] },
  { path: 'engine/accessibility/', pictures: ['access', 'over'] },
  { path: 'contract/entity/', wire: ['entities/entities', 'entities/imports'] },
  { path: 'contract/routes/', wire: ['http/apiDocs', 'http/running'] },
  { path: 'contract/telemetry/', wire: ['broker/brokerPlant', 'devices/devicePresence'] },
  { path: 'contract/mapping/', wire: ['devices/mapping'], journeys: ['connecting'] },
  { path: 'contract/alarms/', wire: ['lighting/tagAlarms', 'lighting/lighting'] },
  { path: 'contract/lighting/', wire: ['lighting/lighting'] },
  { path: 'contract/platform/', wire: ['http/platform'] },
  { path: 'contract/scada/', wire: ['drawings/drawings'] },
  { path: 'contract/system/', wire: ['identity/roles', 'identity/accounts'] },
  { path: 'workers/spreadsheet/', wire: ['entities/imports'], journeys: ['importing'] },
  { path: 'workers/telemetry/', journeys: ['deviceState', 'linkages'] },
  { path: 'server/backup/', wire: ['installation/backup'] },
  { path: 'server/broker/', wire: ['broker/broker', 'broker/brokerPlant', 'devices/commands', 'broker/mqttAccess'] },
  {
    path: 'server/database/',
    wire: ['entities/entities', 'entities/imports', 'devices/history', 'installation/deadlocks'],
  },
  { path: 'server/http/', wire: ['http/running', 'http/routesHostile', 'drawings/files', 'http/proxies'] },
  { path: 'server/storage/', wire: ['installation/diskFull', 'broker/broker'] },
  { path: 'server/services/operations/serverAlarms/', wire: ['installation/diskFull', 'http/operations'] },
  { path: 'server/services/identity/accounts/', wire: ['identity/accounts', 'identity/roles', 'identity/signIn'] },
  { path: 'server/services/identity/apiTokens', wire: ['identity/apiTokens'] },
  { path: 'server/services/base/audit', wire: ['http/audit'] },
  {
    path: 'server/services/devices/commands',
    wire: ['devices/commands', 'devices/commandsEnded', 'devices/programCommands'],
  },
  { path: 'server/services/devices/componentPasswords', wire: ['drawings/drawings'] },
  { path: 'server/services/devices/channels/', wire: ['devices/accessChannels'] },
  { path: 'server/services/devices/credentials/', wire: ['devices/deviceCredentials', 'broker/mqttAccess'] },
  { path: 'server/services/devices/deviceStates', wire: ['devices/deviceStates'] },
  { path: 'server/services/devices/history', wire: ['devices/history', 'devices/historyExport'] },
  { path: 'server/services/devices/mapping/', wire: ['devices/mapping', 'devices/mappingExternal'] },
  { path: 'server/services/devices/undeclaredDevices/', wire: ['broker/undeclaredDevices'] },
  { path: 'server/services/devices/', wire: ['devices/devicePresence', 'devices/deviceNames'] },
  { path: 'server/services/base/dictionary', wire: ['entities/dictionaries'] },
  { path: 'server/services/drawings/', wire: ['drawings/drawings'] },
  { path: 'server/services/drawings/revision', wire: ['drawings/revisions'] },
  { path: 'server/services/drawings/dataProxy', wire: ['drawings/dataProxy'] },
  { path: 'server/services/entities/', wire: ['entities/entities', 'entities/imports'] },
  { path: 'server/services/files/', wire: ['drawings/files'] },
  { path: 'server/services/drawings/library', wire: ['drawings/library'] },
  { path: 'server/services/alarms/', wire: ['lighting/tagAlarms', 'lighting/alarmBook'] },
  { path: 'server/services/lighting/', wire: ['lighting/lighting', 'lighting/strategies'] },
  {
    path: 'server/services/automation/bridges/',
    wire: ['automation/bridgesHttp', 'automation/bridgesMqtt', 'automation/bridgesDatabase'],
  },
  { path: 'server/services/automation/jobs/', wire: ['http/platform'] },
  { path: 'server/services/automation/ruleScripts/', wire: ['automation/ruleScripts'] },
  { path: 'server/services/automation/linkages/', wire: ['automation/linkages', 'automation/linkageRuns'] },
  { path: 'server/services/base/lockout', wire: ['identity/signIn', 'identity/signInGuesses'] },
  { path: 'server/services/operations/monitoring/', wire: ['http/operations'] },
  { path: 'server/services/operations/notifications/', wire: ['http/platform'] },
  { path: 'server/services/devices/customTopics/', wire: ['broker/ownTopics'] },
  { path: 'server/services/base/passwords', wire: ['identity/signIn', 'identity/accounts'] },
  { path: 'server/services/operations/plugins/', wire: ['http/plugins'] },
  { path: 'server/services/identity/projects', wire: ['installation/installing'] },
  { path: 'server/services/automation/sceneVariables/', wire: ['automation/sceneVariables'] },
  { path: 'server/services/drawings/search', wire: ['entities/search'] },
  { path: 'server/services/identity/secondStep/', wire: ['identity/secondStep'] },
  { path: 'server/services/base/secret', wire: ['entities/secrets'] },
  { path: 'server/services/identity/session', wire: ['identity/sessionEnds', 'identity/renewal'] },
  { path: 'server/services/drawings/shares/', wire: ['drawings/shares'] },
  { path: 'server/services/identity/signIn', wire: ['identity/signIn', 'entities/single'] },
  { path: 'server/services/identity/singleSignOn', wire: ['entities/single'] },
  { path: 'server/services/devices/upgrades/', wire: ['devices/upgrades'] },
  { path: 'server/services/recycleBin/', wire: ['entities/recycleBin'] },
  { path: 'server/services/thumbnails/', wire: ['drawings/drawings'] },
  { path: 'server/drivers/', wire: ['devices/accessChannels'] },
  { path: 'server/scripts/', wire: ['automation/ruleScripts'] },
  { path: 'server/simulator/', wire: ['broker/brokerPlant'] },
  { path: 'server/workerPool/', wire: ['entities/imports'] },
  { path: 'server/main', wire: ['installation/start'] },
  { path: 'server/options', wire: ['installation/start'] },
  { path: 'server/shutdown', wire: ['installation/start'] },
  { path: 'server/start', wire: ['installation/start'] },
  { path: 'server/standby', wire: ['installation/start'] },
  { path: 'server/tls', wire: ['http/tls'] },
  { path: 'server/', wire: ['http/running'] },
  { path: 'console/app/', journeys: ['tabs'] },
  { path: 'console/bridge/', wire: ['automation/bridgesHttp'] },
  { path: 'console/center/', journeys: ['sharing', 'exporting'] },
  { path: 'console/channels/', wire: ['devices/accessChannels'] },
  { path: 'console/connections/', wire: ['devices/deviceCredentials'] },
  { path: 'console/crud/', journeys: ['importing', 'leaving'] },
  { path: 'console/designer/', journeys: ['designing', 'designingFields'] },
  { path: 'console/fields/', journeys: ['leaving'] },
  { path: 'console/help/', journeys: ['help'] },
  { path: 'docs/', journeys: ['help'] },
  { path: 'console/library/', journeys: ['library'] },
  { path: 'console/onboarding/', journeys: ['connecting'] },
  { path: 'console/recycleBin/', wire: ['entities/recycleBin'] },
  { path: 'console/revisions/', wire: ['drawings/revisions'] },
  { path: 'console/undeclared/', wire: ['broker/undeclaredDevices'] },
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
