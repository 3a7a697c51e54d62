import { afterAll, describe, expect, it } from 'vitest'
import { count } from '../../../tests/support/counts.ts'
import { hostile, wrappings } from '../../../tests/support/scripts/hostile.ts'
import { shapes } from '../../../tests/support/scripts/shapes.ts'
import { findProgram } from '../../programs.ts'
import {
  type Language,
  type Script,
  type ScriptHost,
  type ScriptInput,
  type ScriptResult,
  ScriptRunner,
} from './index.ts'

const questions: string[] = []
const host: ScriptHost = {
  readTag: async (path) => {
    questions.push(path)
    return path === 'hall/t1' ? 21.5 : null
  },
  readHistory: async (_, minutes) => [
    { at: 1_000, value: minutes },
    { at: 2_000, value: 2.25 },
  ],
  processScene: async (text) => text.includes('sceneId'),
}
const runner = new ScriptRunner({ program: findProgram('scripts') })
/** Kills soon, so that hostile scripts do not make the tests slow. */
const strict = new ScriptRunner({
  program: findProgram('scripts'),
  limits: { timeMs: 300, killMs: 2_000, steps: 5_000_000, memoryMb: 96 },
  children: 2,
})
afterAll(() => Promise.all([runner.stop(), strict.stop()]))

async function check(source: string, language: Language = 'groovy', id = source, on = runner): Promise<Script> {
  const { script, problems } = await on.check(id, language, source)
  if (problems) throw new Error(problems[0]?.words.en)
  return script
}
const run = async (
  source: string,
  input: Partial<ScriptInput> = {},
  language: Language = 'groovy',
): Promise<ScriptResult> => runner.run(await check(source, language), { nowMs: 1_700_000_000_000, ...input }, host)
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('scripts in a child process', () => {
  it.each(shapes)('runs the shape "$name"', async ({ source, input, expected }) => {
    const result = await run(source, input)
    expect(result.failure).toBeUndefined()
    const { topic, payload, data } = result.changes
    if (expected.lines) expect(result.lines.map(({ text }) => text)).toEqual(expected.lines)
    if (expected.isTrue !== undefined) expect(result.isTrue).toBe(expected.isTrue)
    expect({ topic, payload, data }).toEqual({ topic: expected.topic, payload: expected.payload, data: expected.data })
  })

  it.each(['a\u0000b', 'x\ud800y', '中😀\n\u0001"\\', '', '{"a":1.50}'])(
    'passes the payload %j as it is',
    async (payload) => {
      const groovy = 'msgContext.setPayload(msgContext.getPayload() + "\\u0000")'
      const javascript = 'msgContext.setPayload(msgContext.getPayload() + "\\u0000")'
      expect((await run(groovy, { payload })).changes.payload).toBe(`${payload}\u0000`)
      expect((await run(javascript, { payload }, 'javascript')).changes.payload).toBe(`${payload}\u0000`)
      expect((await run('return msgContext.getPayload()', { payload })).changes).toEqual({})
    },
  )

  it('collects effects and returns them only when the script is done', async () => {
    const body = 'devices.command("D1", "speed", 1.50); alarms.raise("hot", "Too hot", "high"); alarms.clear("cold")'
    expect((await run(body)).effects).toEqual([
      { kind: 'command', device: 'D1', values: { speed: 1.5 } },
      { kind: 'raise', key: 'hot', text: 'Too hot', level: 'high' },
      { kind: 'clear', key: 'cold' },
    ])
    expect(await run(`${body}; throw new RuntimeException("no")`)).toMatchObject({
      outcome: 'failed',
      effects: [],
      changes: {},
    })
    expect((await run('devices.command("D1", { speed: 2, mode: "a" })', {}, 'javascript')).effects).toEqual([
      { kind: 'command', device: 'D1', values: { speed: 2, mode: 'a' } },
    ])
  })

  it('starts a scene only if the caller knows it', async () => {
    const text = '{"sceneId":3}'
    for (const language of ['groovy', 'javascript'] as const) {
      const known = await run(`return sceneContext.process('${text}')`, {}, language)
      expect([known.isTrue, known.effects]).toEqual([true, [{ kind: 'scene', text }]])
      const unknown = await run(`return sceneContext.process('{"other":3}')`, {}, language)
      expect([unknown.isTrue, unknown.effects]).toEqual([false, []])
    }
  })

  it('waits for tags and history in the middle of a run', async () => {
    expect(
      (
        await run(
          'def sum = 0; for (i in 1..3) sum += tags.read("hall/t$i") ?: 0\nreturn sum + history.last("hall/t1", 10).sum { it.value }',
        )
      ).returned,
    ).toBe(33.75)
    expect(
      (await run('return [tags.read("hall/t1"), tags.read("x"), history.last("a", 5)]', {}, 'javascript')).returned,
    ).toEqual([
      21.5,
      null,
      [
        { at: 1_000, value: 5 },
        { at: 2_000, value: 2.25 },
      ],
    ])
    expect(questions).toEqual(expect.arrayContaining(['hall/t1', 'hall/t2', 'hall/t3']))
  })

  it('writes the log with levels and counts omitted lines', async () => {
    const { lines, linesLeft } = await run(
      'log.debug("a"); log.info("b {}", 1); msgContext.logger.warn("c"); log.error("d"); 300.times { println it }',
    )
    expect(lines.slice(0, 5)).toEqual([
      { level: 'debug', text: 'a' },
      { level: 'info', text: 'b 1' },
      { level: 'warn', text: 'c' },
      { level: 'error', text: 'd' },
      { level: 'info', text: '0' },
    ])
    expect([lines.length, linesLeft]).toEqual([200, 104])
  })

  it('marks the source line of an error', async () => {
    expect((await run('def a = [1, 2]\n\ndef f(x) {\n  x / 0\n}\nf(a[0])')).failure).toMatchObject({
      type: 'ArithmeticException',
      line: 4,
      source: '  x / 0',
    })
    expect((await run('const a = 1\nconst b = a.x.y', {}, 'javascript')).failure).toMatchObject({
      type: 'TypeError',
      line: 2,
      source: 'const b = a.x.y',
    })
    expect((await runner.check('bad', 'javascript', 'const a = 1\nconst = 2')).problems).toMatchObject([{ line: 2 }])
  })

  it('has no clock but the event and leaves nothing behind for the next run', async () => {
    expect((await run('return System.currentTimeMillis()', { nowMs: 5 })).returned).toBe(5)
    const source =
      'const had = globalThis.kept; try { globalThis.kept = 1 } catch { } return [had ?? null, Date.now(), new Date().getTime(), Math.random()]'
    const [first, second] = [
      await run(source, { nowMs: 5 }, 'javascript'),
      await run(source, { nowMs: 5 }, 'javascript'),
    ]
    expect(first.returned).toEqual([null, 5, 5, expect.any(Number)])
    expect(second.returned).toEqual(first.returned)
    expect((await run('x = (msgContext.data.n ?: 0); return x', { data: { n: 3 } })).returned).toBe(3)
  })

  it('loses no waiting message when the child is killed from outside', { tags: 'full' }, async () => {
    const own = new ScriptRunner({ program: findProgram('scripts') })
    const script = await check(
      'def n = 0; for (int i = 0; i < 20000; i++) n += i; return msgContext.topic',
      'groovy',
      'a',
      own,
    )
    const results = Array.from({ length: 300 }, (_, index) => own.run(script, { nowMs: 0, topic: String(index) }, host))
    await results[0]
    for (const pid of own.state.pids) process.kill(pid, 'SIGKILL')
    expect((await Promise.all(results)).map(({ returned }) => returned)).toEqual(
      Array.from({ length: 300 }, (_, index) => String(index)),
    )
    expect(own.state.restarts).toBe(1)
    await own.stop()
  })

  it('continues when results arrive faster than the parent reads them', async () => {
    const own = new ScriptRunner({ program: findProgram('scripts') })
    const script = await check('println "x" * 3000; msgContext.payload = "y" * 20000', 'groovy', 'a', own)
    const results = Array.from({ length: 400 }, () => own.run(script, { nowMs: 0 }, host))
    await results[0]
    // The pipe to this process is full long before this ends.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    const outcomes = new Set(
      (await Promise.all(results)).map(({ outcome, changes }) => `${outcome} ${changes.payload?.length}`),
    )
    expect([...outcomes, own.state.restarts]).toEqual(['done 20000', 0])
    await own.stop()
  })

  it('stops a run that hangs inside the engine and continues with the others', { tags: 'full' }, async () => {
    const hang = await check('Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'javascript', 'x', strict)
    const other = await check('return 5', 'groovy', 'x', strict)
    const [first, second] = await Promise.all([
      strict.run(hang, { nowMs: 0 }, host),
      strict.run(other, { nowMs: 0 }, host),
    ])
    expect([first.outcome, second.returned]).toEqual(['killed', 5])
  })

  it('refuses messages beyond its queue', async () => {
    const small = new ScriptRunner({ program: findProgram('scripts'), queue: 2 })
    const script = await check('return 1', 'groovy', 'a', small)
    const results = await Promise.all([1, 2, 3].map(() => small.run(script, { nowMs: 0 }, host)))
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'dropped'])
    const {
      pids: [pid],
    } = small.state
    await small.stop()
    expect(pid !== undefined && isAlive(pid)).toBe(false)
  })

  it('lets no hostile script out, hang or grow', { timeout: count({ daily: 240_000, full: 1_200_000 }) }, async () => {
    const before = process.memoryUsage().rss
    const wrong: unknown[] = []
    // The daily run takes every fourth script.
    const chosen = hostile.filter((_, index) => index % count({ daily: 4, full: 1 }) === 0)
    const all = chosen.flatMap(([language, source]) =>
      wrappings[language].slice(0, count({ daily: 1, full: 20 })).map((wrap) => [language, wrap(source)] as const),
    )
    for (const [language, source] of all) {
      const { script, problems } = await strict.check('h', language, source)
      if (problems) continue
      const result = await strict.run(script, { nowMs: 5, topic: 't', payload: '{}' }, host)
      const text = JSON.stringify(result.returned) ?? ''
      if (
        result.outcome === 'crashed' ||
        result.outcome === 'dropped' ||
        /"object"|process|node:|[1-9]\d{3,}/.test(text.replaceAll('undefined', ''))
      )
        wrong.push([source, result.outcome, text.slice(0, 200)])
    }
    expect(wrong).toEqual([])
    expect(Reflect.get(globalThis, 'pwned')).toBeUndefined()
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150)
    expect((await strict.run(await check('return 1', 'groovy', 'h', strict), { nowMs: 0 }, host)).returned).toBe(1)
  })
})
