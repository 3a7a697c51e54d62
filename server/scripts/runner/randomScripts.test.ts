import { afterAll, expect, it } from 'vitest'
import { count } from '../../../tests/support/counts.ts'
import { createRandom } from '../../../tests/support/hostile/random.ts'
import { makeRandomScript } from '../../../tests/support/scripts/randomScripts.ts'
import { findProgram } from '../../programs.ts'
import { type ScriptHost, ScriptRunner } from './index.ts'

const host: ScriptHost = { readTag: async () => 1, readHistory: async () => [], processScene: async () => true }
const runner = new ScriptRunner({
  program: findProgram('scripts'),
  limits: { timeMs: 100, killMs: 1_000, steps: 500_000, memoryMb: 96 },
  children: 2,
})
afterAll(() => runner.stop())

/** About 250 a second on two cores. `RANDOM_SCRIPTS=1000000` takes an hour, and `SEED` selects other scripts. */
const total = Number(process.env['RANDOM_SCRIPTS'] ?? count({ daily: 500, full: 100_000 }))
const seed = Number(process.env['SEED'] ?? 23)
/** Scripts on their way at once. */
const inFlight = 8
const maxGrowthBytes = 200e6
/** Objects of Node that no script may see. */
const outside = /node:|\[object process\]|NODE_|file:\/\//

it(
  'keeps every random script inside, and answers it with a problem or a result',
  { timeout: Math.max(600_000, total * 300) },
  async () => {
    const random = createRandom(seed)
    const wrong: unknown[] = []
    const outcomes = new Map<string, number>()
    const add = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    let [made, baseBytes] = [0, 0]
    const work = async (id: string): Promise<void> => {
      while (made < total) {
        made++
        // After the first scripts the process has its usual size.
        if (made === Math.ceil(total / 10)) baseBytes = process.memoryUsage().rss
        const [language, source] = makeRandomScript(random)
        const { script, problems } = await runner.check(id, language, source)
        if (problems) {
          add('refused')
          if (problems[0]?.words.en === '') wrong.push([source, 'no words'])
          continue
        }
        const result = await runner.run(script, { nowMs: 5, topic: 't', payload: '{"k":[1,{"v":2.50}]}' }, host)
        add(result.outcome)
        const shown = JSON.stringify([result.returned, result.lines, result.changes, result.effects])
        const isBroken = language === 'groovy' && result.failure?.type === 'unloadable'
        if (outside.test(shown) || isBroken || result.outcome === 'crashed' || result.outcome === 'dropped')
          wrong.push([language, source, result.outcome, result.failure?.words.en, shown.slice(0, 200)])
      }
    }
    await Promise.all(Array.from({ length: inFlight }, (_, index) => work(`r${index}`)))
    expect(wrong).toEqual([])
    expect(Reflect.get(globalThis, 'pwned')).toBeUndefined()
    expect(process.memoryUsage().rss - baseBytes).toBeLessThan(maxGrowthBytes)
    // Scripts of every kind were made.
    for (const outcome of ['refused', 'done', 'failed']) expect(outcomes.get(outcome) ?? 0).toBeGreaterThan(total / 100)
  },
)
