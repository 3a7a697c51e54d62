import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer from 'puppeteer'
import { affectedRuns, changedFiles } from './testing/affected.mjs'
import { runScript, runVitest } from './testing/run.mjs'
import { phases, steps } from './testing/steps.mjs'

// `npm test` runs every step with the daily counts, `npm run test:full` with the full counts and on other Node
// versions, `npm run test:changed [-- <commit>]` the tests affected by files changed since a commit. `npm test -- unit
// rules` runs only these steps. The last line is always `N passed, N failed`.

const slowestShown = 10
const noBrowser =
  "No browser was found: `npm run browser` fetches one, or install your distribution's chromium package."

const words = process.argv.slice(2)
const isFull = words.includes('--full')
const isChanged = words.includes('--changed')
const named = words.filter((word) => !word.startsWith('--'))
/** The daily run skips tests tagged `full`. */
const tagArgs = isFull ? [] : ['--tags-filter=!full']
const env = { TEST_COUNTS: isFull ? 'full' : process.env.TEST_COUNTS }
const unknown = isChanged ? [] : named.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0)
  say(`There is no step ${unknown.join(', ')}. The steps are ${steps.map(({ name }) => name).join(', ')}.`)

/** Result and duration of each finished step. */
const done = []
const startedAt = performance.now()
const reports = await mkdtemp(join(tmpdir(), 'mimic-test-'))
try {
  await (isChanged ? runChanged(named[0]) : runPhases())
} finally {
  await rm(reports, { recursive: true, force: true })
}
report()

async function runPhases() {
  const isNamed = (name) => (named.length > 0 ? named.includes(name) : isFull || !stepOf(name).isFullOnly)
  for (const phase of phases) {
    const lanes = phase.map((lane) => lane.filter(isNamed)).filter((lane) => lane.length > 0)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const name of lane) await runStep(stepOf(name), lanes.length > 1)
      }),
    )
  }
}

async function runStep(step, isBeside) {
  if (step.needsBrowser && !hasBrowser())
    return note(step.name, { passed: 0, failed: 1, faults: [`${step.name}: ${noBrowser}`], files: [] }, 0)
  if (step.needsPostgres && !process.env.TEST_DATABASE_URL)
    return say(`\n== ${step.name}\nLeft out: TEST_DATABASE_URL names no PostgreSQL server.`)
  const args = [
    'run',
    ...tagArgs,
    ...(step.projects ?? []).flatMap((project) => ['--project', project]),
    ...((isFull ? undefined : step.dailyFiles) ?? step.files ?? []),
  ]
  await timed(step.name, isBeside, (show) =>
    step.script
      ? runScript(step.script, show, env)
      : runVitest(step.name, args, reports, show, {
          ...env,
          ...step.env,
          ...(step.needsPostgres ? {} : { TEST_DATABASE_URL: undefined }),
        }),
  )
}

async function runChanged(since) {
  const changed = await changedFiles(since)
  if (changed.length === 0) return say('No file has changed.')
  say(`Changed files: ${changed.length}`)
  const runs = affectedRuns(changed)
  for (const phase of phases) {
    const lanes = phase.map((lane) => runs.filter(({ name }) => lane.includes(name))).filter((lane) => lane.length > 0)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const run of lane) await runAffected(run, lanes.length > 1)
      }),
    )
  }
}

async function runAffected(run, isBeside) {
  if (run.needsBrowser && !hasBrowser())
    return note(run.name, { passed: 0, failed: 1, faults: [`${run.name}: ${noBrowser}`], files: [] }, 0)
  await timed(run.name, isBeside, (show) =>
    run.script
      ? runScript(run.script, show, env)
      : runVitest(run.name, [...run.args, ...tagArgs], reports, show, { ...env, TEST_DATABASE_URL: undefined }),
  )
}

async function timed(name, isBeside, work) {
  say(`\n== ${name}`)
  const from = performance.now()
  const outcome = await work(isBeside ? prefixed(name) : (text) => process.stdout.write(text))
  note(name, outcome, performance.now() - from)
}

/** Writes complete lines with the step's name as prefix, so that the output of parallel lanes remains readable. */
function prefixed(name) {
  let rest = ''
  return (text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) say(`[${name}] ${line}`)
  }
}

function note(name, outcome, ms) {
  done.push({ name, ms, ...outcome })
}

/** Prints failures with their reasons, then the durations, then the summary line. */
function report() {
  for (const fault of done.flatMap(({ faults }) => faults)) say(`\n${fault}`)
  const failing = done.filter(({ failed }) => failed > 0)
  if (failing.length > 0) say(`\nFailed: ${failing.map(({ name }) => name).join(', ')}`)
  const slowest = done
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, slowestShown)
  if (slowest.length > 0) say(`\nSlowest files\n${slowest.map(({ file, ms }) => `${seconds(ms)}  ${file}`).join('\n')}`)
  say(
    `\nSteps\n${done.map(({ name, ms, passed, failed }) => `${seconds(ms)}  ${name}${passed + failed > 0 ? `: ${passed} passed, ${failed} failed` : ''}`).join('\n')}`,
  )
  say(`${seconds(performance.now() - startedAt)}  in all`)
  const [passed, failed] = [sum('passed'), sum('failed') + unknown.length]
  say(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function sum(key) {
  return done.reduce((total, step) => total + step[key], 0)
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9)
}

function stepOf(name) {
  return steps.find((step) => step.name === name)
}

function hasBrowser() {
  try {
    return existsSync(puppeteer.executablePath())
  } catch {
    // puppeteer throws if neither its own folder nor .puppeteerrc.cjs names a browser.
    return false
  }
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
