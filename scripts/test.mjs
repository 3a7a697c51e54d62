import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer'

// The whole test: types, lint, then the suites one after another.
// Its last line is always `N passed, N failed`. `npm test -- unit rules` runs those steps only.

const root = fileURLToPath(new URL('..', import.meta.url))
const checks = ['typecheck', 'lint']
const suites = ['unit', 'rules', 'wire', 'postgres', 'journeys', 'pictures']
/** The server's own tests again, on a PostgreSQL server instead of the embedded database. */
const onPostgres = ['accounts', 'authorization', 'badInput', 'commands', 'deadlocks', 'drawings', 'entities', 'files', 'secondStep', 'secrets', 'sessionRaces', 'signIn', 'start', 'backupAcross'].map((name) => `tests/wire/${name}.test.ts`)
/** What measures time is a project of its own, after the rest. */
const projects = { wire: ['wire', 'wireTimed'], postgres: ['wire', 'wireTimed'] }
const browserSuites = new Set(['journeys', 'pictures'])
const noBrowser = 'No browser was found: `npm run browser` fetches one, or install your distribution\'s chromium package.'

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => ![...checks, ...suites].includes(name))
const isAsked = (name) => asked.length === 0 || asked.includes(name)
const total = { passed: 0, failed: unknown.length }
const failedSteps = [...unknown]
/** What failed and why, said once more at the end: the output of a suite is long. */
const faults = []
const faultLines = 15
if (unknown.length > 0) say(`There is no step ${unknown.join(', ')}; there are ${[...checks, ...suites].join(', ')}.`)

for (const check of checks.filter(isAsked)) {
  say(`\n== ${check}`)
  if ((await run('npm', ['run', '--silent', check])) !== 0) count(check, 0, 1)
}
const outputs = await mkdtemp(join(tmpdir(), 'mimic-test-'))
for (const suite of suites.filter(isAsked)) {
  say(`\n== ${suite}`)
  if (browserSuites.has(suite) && !hasBrowser()) {
    say(noBrowser)
    count(suite, 0, 1)
  } else if (suite === 'postgres' && !process.env.TEST_DATABASE_URL) {
    say('Left out: TEST_DATABASE_URL names no PostgreSQL server.')
  } else {
    await runSuite(suite, join(outputs, `${suite}.json`), join(outputs, `${suite}-unhandled.json`))
  }
}
await rm(outputs, { recursive: true, force: true })
for (const fault of faults) say(`\n${fault}`)
if (failedSteps.length > 0) say(`\nFailed: ${failedSteps.join(', ')}`)
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Counts a suite by its JSON report; a file that does not even load, or no report at all, is one failure. */
async function runSuite(suite, outputFile, unhandledFile) {
  const which = [...(projects[suite] ?? [suite]).flatMap((project) => ['--project', project]), ...(suite === 'postgres' ? onPostgres : [])]
  const args = ['vitest', 'run', ...which, '--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`, '--reporter=./scripts/unhandled.mjs']
  const code = await run('npx', args, { TEST_UNHANDLED: unhandledFile, ...(suite === 'postgres' ? {} : { TEST_DATABASE_URL: undefined }) })
  const report = existsSync(outputFile) ? JSON.parse(await readFile(outputFile, 'utf8')) : undefined
  if (!report) return count(suite, 0, 1)
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = report.numFailedTests + unloaded
  faults.push(...report.testResults.flatMap(faultsOf))
  const unhandled = existsSync(unhandledFile) ? JSON.parse(await readFile(unhandledFile, 'utf8')) : []
  faults.push(...unhandled.map((text) => `${suite}: an error that no test answers for\n${indented(text)}`))
  if (code !== 0 && failed === 0 && unhandled.length === 0) faults.push(`${suite}: every test passed, and yet it ended with ${code}; its output says why.`)
  count(suite, report.numPassedTests, code !== 0 && failed === 0 ? 1 : failed)
}

/** A line for each failed test of a file, or for the file that did not load, and the first lines of the reason. */
function faultsOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${indented(message)}`]
  return assertionResults.filter((each) => each.status === 'failed').map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${indented(failureMessages.join('\n'))}`)
}

function indented(text) {
  return text.split('\n').slice(0, faultLines).map((line) => `  ${line}`).join('\n')
}

function count(step, passed, failed) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failedSteps.push(step)
}

function hasBrowser() {
  try {
    return existsSync(puppeteer.executablePath())
  } catch {
    // puppeteer throws where neither its own folder nor .puppeteerrc.cjs names a browser.
    return false
  }
}

/** Runs a command of this project with its output shown, `env` over the environment; answers the exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const path = [dirname(process.execPath), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path, ...env }, shell: process.platform === 'win32' })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
