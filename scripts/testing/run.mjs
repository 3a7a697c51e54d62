// Runs one step and returns its outcome.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const faultLines = 15

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} faults each failed test with the first lines of its reason
 * @property {{ file: string, ms: number }[]} files
 * @property {string} output
 */

/**
 * Runs an npm script. A failing script counts as one failure and a passing one as nothing, unless its last line is `N
 * passed, N failed`.
 * @param {string} script
 * @param {(text: string) => void} show
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Outcome>}
 */
export async function runScript(script, show, env) {
  const { code, output } = await run('npm', ['run', '--silent', script], show, env)
  const counted = /(\d+) passed, (\d+) failed\s*$/.exec(output)
  const [passed, failed] = counted ? [Number(counted[1]), Number(counted[2])] : [0, 0]
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, faults: [], files: [] }
}

/**
 * Runs vitest and counts by its JSON report. A file that does not load, or a missing report, is one failure.
 * @param {string} name of the step
 * @param {string[]} args of vitest
 * @param {string} reports a directory
 * @param {(text: string) => void} show
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Outcome>}
 */
export async function runVitest(name, args, reports, show, env) {
  const [reportFile, unhandledFile] = [join(reports, `${name}.json`), join(reports, `${name}-unhandled.json`)]
  const all = [
    'vitest',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    '--reporter=./scripts/unhandled.mjs',
  ]
  const { code } = await run('npx', all, show, { ...env, TEST_UNHANDLED: unhandledFile })
  if (!existsSync(reportFile))
    return {
      passed: 0,
      failed: 1,
      faults: [`${name}: there is no report; the output of the step says why.`],
      files: [],
    }
  const report = JSON.parse(await readFile(reportFile, 'utf8'))
  const unhandled = existsSync(unhandledFile) ? JSON.parse(await readFile(unhandledFile, 'utf8')) : []
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + unloaded
  const isFailedOtherwise = code !== 0 && failed === 0
  return {
    passed: report.numPassedTests,
    failed: isFailedOtherwise ? 1 : failed,
    faults: [
      ...report.testResults.flatMap(faultsIn),
      ...unhandled.map((text) => `${name}: an error outside of any test\n${indented(text)}`),
      ...(isFailedOtherwise && unhandled.length === 0
        ? [`${name}: every test passed, but vitest exited with ${code}; the output of the step says why.`]
        : []),
    ],
    files: report.testResults.map((file) => ({ file: relative(root, file.name), ms: file.endTime - file.startTime })),
  }
}

/** Returns one text per failed test of a file, or one for a file that did not load. */
function faultsIn({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${indented(message)}`]
  return assertionResults
    .filter((each) => each.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${indented(failureMessages.join('\n'))}`)
}

const indented = (text) =>
  text
    .split('\n')
    .slice(0, faultLines)
    .map((line) => `  ${line}`)
    .join('\n')

/** Runs a command of this project and streams its output to `show`. Returns exit code and output. */
function run(command, args, show, env) {
  return new Promise((resolve) => {
    const path = [dirname(process.execPath), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, ...env },
      shell: process.platform === 'win32',
    })
    let output = ''
    const take = (chunk) => {
      output += chunk
      show(String(chunk))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (cause) => resolve({ code: 1, output: `${output}${cause.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
