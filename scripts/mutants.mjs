import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutants } from '../tests/mutants/list.ts'
import { findOccurrences } from '../tests/mutants/mutant.ts'

// Mutation tests: breaks one important rule at a time in a copy of the working tree and runs the tests that must fail:
// `npm run test:mutants`. Words after `--` select mutants by name; `--list` only lists them. Ends with `N killed, N
// survived`, and with exit code 1 if one survived or could not be applied.

const root = fileURLToPath(new URL('..', import.meta.url))
/** A longer run is considered hanging. */
const mostMs = 10 * 60_000
/** Tests of started servers wait about half their time. */
const lanes = 2
/** Kill functions of the running commands. */
const running = new Set()
const outcomes = { killed: 'killed', survived: 'SURVIVED', unfit: 'could not be applied' }
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = process.argv.slice(2).filter((word) => word.startsWith('--') && word !== '--list')
const chosen = mutants.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
)

if (unknown.length > 0 || chosen.length === 0) {
  say(
    unknown.length > 0
      ? `There is no option ${unknown.join(', ')}; there is --list.`
      : `No mutant has ${words.join(' or ')} in its name; --list shows all.`,
  )
  process.exitCode = 1
} else if (process.argv.includes('--list')) {
  for (const { name, file, tests } of chosen) say(`${name}\n  ${file}, killed by ${tests.join(', ')}`)
} else {
  await runAll()
}

async function runAll() {
  const copies = []
  const stop = () => {
    for (const end of running) end()
    void Promise.all(copies.map(remove)).finally(() => process.exit(1))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const results = new Map()
  // Mutants of the same tests share a lane, so that their tests run once without a mutant. Groups that start servers
  // take longest and run first.
  const groups = [...new Set(chosen.map(({ tests }) => tests.join(' ')))].map((key) =>
    chosen.filter(({ tests }) => tests.join(' ') === key),
  )
  const waiting = groups.toSorted(([one], [other]) => Number(isUnit(one.tests)) - Number(isUnit(other.tests)))
  const lane = async () => {
    if (waiting.length === 0) return
    const copy = await mkdtemp(join(tmpdir(), 'mimic-mutants-'))
    copies.push(copy)
    await copyTree(copy)
    for (let group = waiting.shift(); group; group = waiting.shift()) await judgeAll(copy, group, results)
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    await Promise.all(copies.map(remove))
  }
  report(chosen.map((mutant) => ({ mutant, outcome: results.get(mutant) })))
}

/** Runs the mutants of the same tests and prints a line for each. */
async function judgeAll(copy, group, results) {
  const [{ tests }] = group
  const names = group.every(({ only }) => only) ? [...new Set(group.map(({ only }) => only))] : []
  const before = await runSurely(copy, tests, names)
  for (const mutant of group) {
    const from = performance.now()
    const { outcome, reason } = await judge(copy, mutant, before)
    results.set(mutant, outcome)
    const seconds = ((performance.now() - from) / 1000).toFixed(0)
    say(`${outcome.padEnd(20)} ${seconds.padStart(4)} s  ${mutant.name}${reason ? `\n  ${reason}` : ''}`)
  }
}

function report(results) {
  const of = (wanted) => results.filter(({ outcome }) => outcome === wanted)
  for (const {
    mutant: { name, file, from, to, tests },
  } of of(outcomes.survived)) {
    say(
      `\nSurvived: ${name}\n  ${file}\n  - ${from.replaceAll('\n', '\n    ')}\n  + ${to.replaceAll('\n', '\n    ')}\n  No test of ${tests.join(', ')} failed.`,
    )
  }
  if (of(outcomes.unfit).length > 0)
    say(
      `\nCould not be applied: ${of(outcomes.unfit)
        .map(({ mutant }) => mutant.name)
        .join('; ')}`,
    )
  say(`\n${of(outcomes.killed).length} killed, ${of(outcomes.survived).length} survived`)
  process.exitCode = of(outcomes.killed).length < results.length ? 1 : 0
}

function remove(copy) {
  return rm(copy, { recursive: true, force: true })
}

/** Returns the result of a mutant: killed only if a test fails that passes without it. */
async function judge(copy, { file, from, to, tests, only }, before) {
  const path = join(copy, file)
  const source = existsSync(path) ? await readFile(path, 'utf8') : ''
  const found = findOccurrences(source, from)
  const [range] = found
  if (!range || found.length > 1) return unfit(`${file} has the original ${found.length} times instead of once.`)
  if (!before.isPassed) return unfit(`Its tests do not pass without it: ${before.reason}`)
  if (only && !before.passed.some((name) => name.includes(only))) return unfit(`No test has "${only}" in its name.`)
  const { atime, mtime } = await stat(path)
  await writeFile(path, source.slice(0, range.start) + to + source.slice(range.end))
  try {
    const after = await runSurely(copy, tests, only ? [only] : [], ['--bail=1'])
    if (after.unloaded.length > 0) return unfit(`${after.unloaded.join(', ')} did not load: ${after.reason}`)
    if (after.isHung) return unfit(after.reason)
    return { outcome: after.failed > 0 ? outcomes.killed : outcomes.survived }
  } finally {
    await writeFile(path, source)
    // The server built from the unchanged sources is identified by their times.
    await utimes(path, atime, mtime)
  }
}

function unfit(reason) {
  return { outcome: outcomes.unfit, reason }
}

/**
 * Runs tests, and repeats them once if a file did not load or a hook timed out, because the machine may be busy; by
 * then the server is built.
 */
async function runSurely(...what) {
  const first = await runTests(...what)
  return first.unloaded.length > 0 ? runTests(...what) : first
}

/** Runs the matching tests of these files. Distinguishes failed tests from files that do not load and failed hooks. */
async function runTests(copy, tests, names, options = []) {
  const reportFile = join(copy, '.mutants-report.json')
  await rm(reportFile, { force: true })
  // A slow machine must not fail unit tests; the timeouts of started servers are long enough.
  if (isUnit(tests)) options = [...options, '--testTimeout=120000']
  const projects = [...new Set(tests.flatMap(projectsOf))].flatMap((project) => ['--project', project])
  const named =
    names.length > 0 ? ['-t', names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')] : []
  const args = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects,
    ...tests,
    ...named,
    ...options,
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]
  const { code, output, isHung } = await run(process.execPath, args, copy)
  const nothing = { isPassed: false, isHung, failed: 0, passed: [], unloaded: [] }
  if (isHung) return { ...nothing, reason: `the tests were not done after ${mostMs / 60_000} minutes` }
  if (!existsSync(reportFile))
    return { ...nothing, unloaded: tests, reason: output.trim().split('\n').slice(-5).join(' ') }
  const { numFailedTests: failed, testResults } = JSON.parse(await readFile(reportFile, 'utf8'))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName)
  const unloaded = testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => relative(copy, name))
  const faults = [
    ...testResults.map(({ message }) => message),
    ...results.flatMap(({ fullName, failureMessages }) =>
      failureMessages?.length ? [`${fullName}: ${failureMessages[0]}`] : [],
    ),
  ]
  const isPassed =
    code === 0 && failed === 0 && passed.length > 0 && unloaded.length === 0 && testResults.length === tests.length
  return {
    isPassed,
    isHung,
    failed,
    passed,
    unloaded,
    reason: (
      faults.find(Boolean) ?? `vitest ended with ${code} after ${testResults.length} of ${tests.length} files`
    ).split('\n')[0],
  }
}

function isUnit(tests) {
  return tests.every((test) => !test.startsWith('tests/'))
}

/** Returns the projects of `vitest.config.ts` that may contain a test file. */
function projectsOf(test) {
  if (test.startsWith('tests/rules/')) return ['rules']
  if (test.endsWith('.dom.test.tsx')) return ['components']
  return test.startsWith('tests/') ? ['wire', 'wireTimed'] : ['unit']
}

/** Copies tracked and untracked files of the working tree except ignored ones, and links the installed packages. */
async function copyTree(to) {
  const { code, output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
  if (code !== 0) throw new Error('git does not list the files of this working tree')
  const files = [...new Set(output.split('\0').filter(Boolean))].filter((file) => existsSync(join(root, file)))
  for (const folder of new Set(files.map(dirname))) await mkdir(join(to, folder), { recursive: true })
  for (const file of files) await copyFile(join(root, file), join(to, file))
  await linkPackages(join(root, 'node_modules'), join(to, 'node_modules'))
}

/** Links each package. The project's own workspaces point into the copy instead of the working tree. */
async function linkPackages(from, to) {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Vite's cache directories.
    if (entry.name.startsWith('.vite')) continue
    if (entry.name === '@mimic') {
      await mkdir(join(to, '@mimic'))
      await symlink(join(dirname(to), 'engine'), join(to, '@mimic', 'engine'))
    } else {
      await symlink(join(from, entry.name), join(to, entry.name))
    }
  }
}

/** Runs a command and returns its output. Kills the command and its children after `mostMs`. */
function run(command, args, cwd) {
  return new Promise((resolve) => {
    const isOwnGroup = process.platform !== 'win32'
    const child = spawn(command, args, {
      cwd,
      detached: isOwnGroup,
      env: { ...process.env, NO_COLOR: '1', TEST_DATABASE_URL: undefined },
    })
    child.stdin.end()
    let [output, isHung] = ['', false]
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    const kill = () => (isOwnGroup && child.pid ? process.kill(-child.pid, 'SIGKILL') : child.kill('SIGKILL'))
    running.add(kill)
    const timer = setTimeout(() => {
      isHung = true
      kill()
    }, mostMs)
    const end = (code) => {
      clearTimeout(timer)
      running.delete(kill)
      resolve({ code: code ?? 1, output, isHung })
    }
    child.on('error', () => end(1))
    child.on('close', end)
  })
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
