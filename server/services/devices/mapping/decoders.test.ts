import { afterAll, describe, expect, it } from 'vitest'
import { compileMapping, readMapping } from '../../../../contract/mapping/index.ts'
import type { Log } from '../../../log.ts'
import { createDecoders, readPoints } from './decoders.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
const decoders = createDecoders(log)
afterAll(() => decoders.stop())

/** Reads 0160 059b with a decoder in this language. */
async function decode(language: 'javascript' | 'groovy', source: string) {
  const { mapping } = readMapping({
    version: 1,
    topics: [
      {
        id: 'up',
        topic: 'up/{device}',
        format: 'binary',
        decoder: { kind: 'script', language, source, encoding: 'raw' },
      },
    ],
    points: [{ point: 'probe', type: 'decimal', sources: [{ topic: 'up', path: '$decoded.probe' }] }],
  })
  if (!mapping) throw new Error('the mapping is not valid')
  const mapper = compileMapping(mapping, { zone: 'UTC' })
  const [call] = mapper.read('up/d1', Uint8Array.of(1, 0x60, 5, 0x9b), 1_772_436_615_000).scripts
  if (!call) throw new Error('no script is called')
  const reading = mapper.finish(call, await decoders.run(call))
  return { problem: reading.problem, values: reading.frames.flatMap(({ values }) => [...values]) }
}

describe('decoder scripts of mappings', () => {
  it('decode bytes in JavaScript and in Groovy', async () => {
    expect(
      await decode(
        'javascript',
        `const bytes = msgContext.getData('bytes'); return { probe: ((bytes[2] << 8) | bytes[3]) / 100 }`,
      ),
    ).toEqual({ problem: null, values: [14.35] })
    expect(await decode('groovy', 'def b = msgContext.data.bytes\nreturn [probe: ((b[2] << 8) | b[3]) / 100]')).toEqual(
      { problem: null, values: [14.35] },
    )
  })

  it('a script that fails or is not valid rejects the message', async () => {
    expect(await decode('javascript', 'return null.x')).toMatchObject({ problem: 'decoder' })
    expect(await decode('javascript', 'const = 2')).toMatchObject({ problem: 'decoder' })
    expect(await decode('javascript', 'while (true) {}')).toMatchObject({ problem: 'decoder' })
  })

  it('reads only lists and objects of values', () => {
    expect(readPoints([{ name: 'a', value: 1, at: 5, device: 'd2' }])).toEqual([
      { name: 'a', value: 1, at: 5, device: 'd2' },
    ])
    expect(readPoints({ a: { b: 1 } })).toEqual([{ name: 'a', value: null }])
    expect(readPoints('a')).toBeNull()
    expect(readPoints([{ value: 1 }])).toBeNull()
  })
})
