import type { Words } from '@mimic/engine/schema'
import type { DecodedPoint, DecoderInput, ScriptCall } from '../../../../contract/mapping/index.ts'
import { formatHex, mappingLimits, messageProblems, parseBase64 } from '../../../../contract/mapping/index.ts'
import type { DecoderResult, RouteBody, Routes } from '../../../../contract/routes.ts'
import type { Log } from '../../../log.ts'
import { findProgram } from '../../../programs.ts'
import type { Language, Script, ScriptResult } from '../../../scripts/runner/index.ts'
import { ScriptRunner } from '../../../scripts/runner/index.ts'
import { endings } from '../../../scripts/runner/results.ts'

const maxScripts = 1000
const noAccess = {
  readTag: () => Promise.resolve(null),
  readHistory: () => Promise.resolve([]),
  processScene: () => Promise.resolve(false),
}

interface DecoderCall extends Pick<DecoderInput, 'bytes' | 'topic' | 'device' | 'port'> {
  readonly receivedAt: number
}

/**
 * Runs decoder scripts of mappings. A script reads `msgContext.payload` (the bytes in hexadecimal) or
 * `msgContext.getData('bytes')` (a list of numbers); `port`, `device` and `topic` are there as well. It returns an
 * object of names and values, or a list of decoded points. It can read no tags and send no commands.
 */
export function createDecoders(log: Log) {
  let runner: ScriptRunner | null = null
  const scripts = new Map<string, Promise<Script | null>>()
  let triedOut = 0

  const getRunner = (): ScriptRunner => (runner ??= new ScriptRunner({ program: findProgram('scripts') }))

  const check = async (language: Language, source: string): Promise<Script | null> => {
    const { script, problems } = await getRunner().check(`decoder ${scripts.size}`, language, source)
    if (problems) log.warn('a decoder script of a mapping is not valid', { problem: problems[0]?.words.en })
    return script ?? null
  }

  const runScript = (script: Script, { bytes, topic, device, port, receivedAt }: DecoderCall): Promise<ScriptResult> =>
    getRunner().run(
      script,
      { topic, payload: formatHex(bytes), data: { bytes: [...bytes], port, device, topic }, nowMs: receivedAt },
      noAccess,
    )

  return {
    /** Runs a decoder; null if it failed. */
    async run({ decoder: { language, source }, input }: ScriptCall): Promise<readonly DecodedPoint[] | null> {
      const key = `${language}\n${source}`
      let checked = scripts.get(key)
      if (!checked) {
        if (scripts.size >= maxScripts) scripts.clear()
        checked = check(language, source)
        scripts.set(key, checked)
      }
      const script = await checked
      if (!script) return null
      const { outcome, returned } = await runScript(script, input)
      return outcome === 'done' ? readPoints(returned) : null
    },

    /** Runs a decoder that is not stored yet. `nowMs`: time of receipt. */
    async tryOut(
      { language, source, bytes, port, device, topic }: RouteBody<Routes['mapping.decode']>,
      nowMs: number,
    ): Promise<DecoderResult> {
      triedOut++
      const { script, problems } = await getRunner().check(`trial ${triedOut}`, language, source)
      const [problem] = problems ?? []
      if (!script) return fail(problem?.words ?? messageProblems.decoder, problem?.line)
      const call = { bytes: parseBase64(bytes) ?? new Uint8Array(), port, device, topic, receivedAt: nowMs }
      const { outcome, returned, lines, failure } = await runScript(script, call)
      const logged = lines.map(({ text }) => text)
      if (outcome === 'failed') return fail(failure?.words ?? messageProblems.decoder, failure?.line, logged)
      if (outcome !== 'done') return fail(endings[outcome], undefined, logged)
      const points = readPoints(returned)
      return points ? { points, problem: null, lines: logged } : fail(notPoints, undefined, logged)
    },

    async stop(): Promise<void> {
      await runner?.stop()
    },
  }
}

const notPoints: Words = {
  en: 'The decoder must return an object of names and values, or a list of {name, value}',
  zh: '解码器须返回名称与值组成的对象，或由 {name, value} 组成的列表',
}

const fail = (words: Words, line: number | undefined, lines: readonly string[] = []): DecoderResult => ({
  points: [],
  problem: { words, line: line ?? null },
  lines,
})

/** Reads `{name: value, …}` or `[{name, value, at?, quality?, device?}, …]`; null for anything else. */
export function readPoints(returned: unknown): readonly DecodedPoint[] | null {
  if (typeof returned !== 'object' || returned === null) return null
  const entries: readonly unknown[] = Array.isArray(returned)
    ? returned
    : Object.entries(returned).map(([name, value]) => ({ name, value }))
  if (entries.length > mappingLimits.decodedPoints) return null
  const points = entries.map(readPoint)
  return points.every((point) => point !== null) ? points : null
}

function readPoint(entry: unknown): DecodedPoint | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { name, value, at, quality, device }: Readonly<Record<string, unknown>> = { ...entry }
  if (typeof name !== 'string' || name === '') return null
  const isValue = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return {
    name,
    value: isValue ? (value as DecodedPoint['value']) : null,
    ...(typeof at === 'number' && Number.isFinite(at) ? { at } : {}),
    ...(quality === 'uncertain' || quality === 'bad' ? { quality } : {}),
    ...(typeof device === 'string' && device !== '' ? { device } : {}),
  }
}
