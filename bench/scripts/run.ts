import { availableParallelism } from 'node:os'
import { startExactCpu } from '../../tests/support/server/cpu.ts'
import { findProgram } from '../../server/programs.ts'
import {
  type Language,
  type Script,
  type ScriptHost,
  type ScriptInput,
  ScriptRunner,
} from '../../server/scripts/runner/index.ts'
import { shapes } from '../../tests/support/scripts/shapes.ts'

// Runs of the scaling script (ten values) through the child processes, a second: `npx tsx bench/scripts/run.ts [seconds]`. The ratio to an empty
// script of the same messages says what the script itself costs, whatever the machine does besides.

const host: ScriptHost = { readTag: async () => null, readHistory: async () => [], processScene: async () => false }
const payload = JSON.stringify(Array.from({ length: 10 }, (_, index) => ({ id: `tag${index}`, value: index * 7 })))
const input: ScriptInput = { topic: '/up', payload, serialNumber: 'D1', nowMs: 1_700_000_000_000 }
/** Messages on their way at once. */
const inFlight = 400

const scaling = shapes.find(({ name }) => name === 'scaling of values')?.source ?? ''
const scripts: readonly (readonly [string, Language, string])[] = [
  ['empty (Groovy)', 'groovy', 'return 1'],
  ['scaling (Groovy)', 'groovy', scaling],
  [
    'scaling (JavaScript)',
    'javascript',
    'msgContext.payload = JSON.stringify(JSON.parse(msgContext.payload).map(({ id, value }) => ({ id, value: value * 2 })))',
  ],
]

async function check(runner: ScriptRunner, id: string, language: Language, source: string): Promise<Script> {
  const { script, problems } = await runner.check(id, language, source)
  if (problems) throw new Error(problems[0]?.words.en)
  return script
}

/** Runs a second, busy time of this process as a share, and the time in the engine of one run in microseconds. */
async function measure(
  runner: ScriptRunner,
  copies: readonly Script[],
  seconds: number,
): Promise<{ readonly rate: number; readonly busy: number; readonly runUs: number; readonly perCpuSecond: number }> {
  let [done, engineMs] = [0, 0]
  const end = performance.now() + seconds * 1_000
  const before = process.cpuUsage()
  const used = runner.state.pids.map((pid) => startExactCpu(pid))
  const startedAt = performance.now()
  const loop = async (index: number): Promise<void> => {
    const script = copies[index % copies.length]
    while (script && performance.now() < end) {
      const { tookMs } = await runner.run(script, input, host)
      engineMs += tookMs
      done++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => loop(index)))
  const tookMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return {
    rate: (done / tookMs) * 1_000,
    busy: (user + system) / 1_000 / tookMs,
    runUs: (engineMs / done) * 1_000,
    perCpuSecond: (done / used.reduce((sum, read) => sum + read(), 0)) * 1_000,
  }
}

const seconds = Number(process.argv[2] ?? 5)
const runner = new ScriptRunner({ program: findProgram('scripts'), children: Math.max(1, availableParallelism()) })
let empty = 0
for (const [name, language, source] of scripts) {
  const copies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => check(runner, `${name} ${index}`, language, source)),
  )
  await measure(runner, copies, 1)
  const { rate, busy, runUs, perCpuSecond } = await measure(runner, copies, seconds)
  if (empty === 0) empty = rate
  process.stdout.write(
    `${name.padEnd(22)} ${Math.round(rate)} runs/s, ${(empty / rate).toFixed(2)} × an empty script, ${runUs.toFixed(0)} µs in the engine, ${Math.round(perCpuSecond)} a CPU second of the children, this process ${(busy * 100).toFixed(0)} % busy, ${runner.state.restarts} restarts\n`,
  )
}
await runner.stop()
