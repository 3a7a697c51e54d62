import type { DecodedPoint, ScriptCall } from '../../../../contract/mapping/index.ts'
import { formatHex, mappingLimits } from '../../../../contract/mapping/index.ts'
import type { Log } from '../../../log.ts'
import { findProgram } from '../../../programs.ts'
import type { Script } from '../../../scripts/runner/index.ts'
import { ScriptRunner } from '../../../scripts/runner/index.ts'

const maxScripts = 1000
const noAccess = {
  readTag: () => Promise.resolve(null),
  readHistory: () => Promise.resolve([]),
  processScene: () => Promise.resolve(false),
}

/**
 * Runs decoder scripts of mappings. A script reads `msgContext.payload` (the bytes in hexadecimal) or
 * `msgContext.getData('bytes')` (a list of numbers); `port`, `device` and `topic` are there as well. It returns an
 * object of names and values, or a list of decoded points. It can read no tags and send no commands.
 */
export function createDecoders(log: Log) {
  let runner: ScriptRunner | null = null
  const scripts = new Map<string, Promise<Script | null>>()

  const check = async (language: 'javascript' | 'groovy', source: string): Promise<Script | null> => {
    runner ??= new ScriptRunner({ program: findProgram('scripts') })
    const { script, problems } = await runner.check(`decoder ${scripts.size}`, language, source)
    if (problems) log.warn('a decoder script of a mapping is not valid', { problem: problems[0]?.words.en })
    return script ?? null
  }

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
      if (!script || !runner) return null
      const { outcome, returned } = await runner.run(
        script,
        {
          topic: input.topic,
          payload: formatHex(input.bytes),
          data: { bytes: [...input.bytes], port: input.port, device: input.device, topic: input.topic },
          nowMs: input.receivedAt,
        },
        noAccess,
      )
      return outcome === 'done' ? readPoints(returned) : null
    },

    async stop(): Promise<void> {
      await runner?.stop()
    },
  }
}

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
