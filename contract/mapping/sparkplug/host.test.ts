import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHex } from '../values/bytes.ts'
import { describeFrames } from '../testing/readMessages.ts'
import { SparkplugHost } from './host.ts'
import type { SparkplugReading } from './host.ts'
import { sparkplugTypes } from './dataTypes.ts'
import { decodeSparkplug, encodeSparkplug } from './payload.ts'
import type { MetricInput } from './payload.ts'

const at = 1_777_875_330_000
const receivedAt = at + 1000
const { boolean, float, int16, int64, uint64, string, template } = sparkplugTypes

/** Encoded by sparkplug-payload 1.0.3 (Eclipse Tahu): a birth message and a data message after it. */
const foreignBirth =
  '08cbc8828ddf3312120a05626453657118cbc8828ddf332008580312210a144e6f646520436f6e74726f6c2f5265626972746818cbc8828ddf33200b7000124a0a13496e707574732f50756d7020312f5370656564100718d0c7828ddf3320024a220a07656e67556e69740a075175616c6974791207080c420372706d1205080318c00150f1ffffff0f121f0a0d496e707574732fe6b8a9e5baa6100818d0c7828ddf332009650000ac4112160a0752756e6e696e67100918d0c7828ddf33200b700112150a044d6f646518d0c7828ddf33200c7a046175746f121d0a05546f74616c100a18d0c7828ddf33200458809ce8afedffffffff011800'
const foreignData = '08b8cf828ddf331211100718d4ce828ddf33200250f0ffffff0f1801'

class Plant {
  readonly host = new SparkplugHost({ host: 'mimic' })
  seq = 0

  send(
    topic: string,
    metrics: readonly MetricInput[],
    seq = this.seq++ % 256,
    receivedMs = receivedAt,
  ): SparkplugReading {
    return this.host.read(`spBv1.0/works/${topic}`, encodeSparkplug({ timestamp: at, seq, metrics }), receivedMs)
  }

  /** A birth of the edge node with one metric, and of a device. */
  birth(bdSeq = 0): void {
    this.seq = 0
    this.send('NBIRTH/line', [
      { name: 'bdSeq', datatype: uint64, value: bdSeq },
      { name: 'Load', alias: 1n, datatype: float, value: 0.5 },
    ])
    this.send('DBIRTH/line/pump', [
      { name: 'Speed', alias: 2n, datatype: int16, value: 100 },
      { name: 'Mode', alias: 3n, datatype: string, value: 'auto' },
    ])
  }
}

const rebirths = ({ messages }: SparkplugReading) =>
  messages.map(({ topic, payload }) => [
    topic,
    decodeSparkplug(payload)?.metrics.map(({ name, value }) => [name, value]),
  ])
const rebirthOfLine = ['spBv1.0/works/NCMD/line', [['Node Control/Rebirth', true]]]

describe('a birth', () => {
  it('of a foreign encoder declares points with types and units, and carries values', () => {
    const host = new SparkplugHost({ host: 'mimic' })
    const born = host.read('spBv1.0/works/NBIRTH/line', parseHex(foreignBirth) ?? new Uint8Array(0), receivedAt)
    expect(born.births).toEqual([
      {
        device: 'works/line',
        metrics: [
          {
            name: 'Inputs/Pump 1/Speed',
            point: 'Inputs_Pump_1_Speed',
            alias: 7n,
            datatype: int16,
            type: 'integer',
            unit: 'rpm',
          },
          { name: 'Inputs/温度', point: 'Inputs', alias: 8n, datatype: float, type: 'decimal', unit: '' },
          { name: 'Mode', point: 'Mode', alias: null, datatype: string, type: 'string', unit: '' },
          { name: 'Running', point: 'Running', alias: 9n, datatype: boolean, type: 'bool', unit: '' },
          { name: 'Total', point: 'Total', alias: 10n, datatype: int64, type: 'integer', unit: '' },
        ],
      },
    ])
    expect(describeFrames(born.frames)).toEqual(
      [
        {
          device: 'works/line',
          at: new Date(at).toISOString().replace('30.000', '30.000'),
          values: { Inputs_Pump_1_Speed: -15, Inputs: 21.5, Running: 1, Mode: 'auto', Total: -5_000_000_000 },
        },
      ].map((frame) => ({ ...frame, at: new Date(1_777_875_330_000).toISOString() })),
    )
    expect(born.presence).toEqual([{ device: 'works/line', isOnline: true }])
    const data = host.read('spBv1.0/works/NDATA/line', parseHex(foreignData) ?? new Uint8Array(0), receivedAt)
    expect(describeFrames(data.frames)[0]?.values).toEqual({ Inputs_Pump_1_Speed: -16 })
    expect(data.messages).toEqual([])
  })

  it('of a device resolves aliases and flattens templates', () => {
    const plant = new Plant()
    plant.birth()
    expect(describeFrames(plant.send('DDATA/line/pump', [{ alias: 2n, datatype: int16, value: -7 }]).frames)).toEqual([
      { device: 'works/line/pump', at: new Date(at).toISOString(), values: { Speed: -7 } },
    ])
    const motor: MetricInput = {
      name: 'Motor',
      datatype: template,
      value: null,
      parts: [
        { name: 'Current', datatype: float, value: 1.5 },
        { name: 'On', datatype: boolean, value: true },
      ],
    }
    const born = plant.send('DBIRTH/line/motor', [motor])
    expect(describeFrames(born.frames)[0]?.values).toEqual({ Motor_Current: 1.5, Motor_On: 1 })
    expect(born.births[0]?.metrics.map(({ name }) => name)).toEqual(['Motor/Current', 'Motor/On'])
  })

  it('shows null, bad quality and unsupported types as bad', () => {
    const plant = new Plant()
    const { frames } = plant.send('NBIRTH/line', [
      { name: 'a', datatype: float, value: null },
      { name: 'b', datatype: float, value: 1, properties: { Quality: 0 } },
      { name: 'c', datatype: float, value: 1, properties: { Quality: 500 } },
      { name: 'd', datatype: 17, value: 1 },
      { name: 'e', datatype: float, value: Infinity },
      { name: 'f', datatype: uint64, value: 2n ** 63n },
    ])
    expect(describeFrames(frames)[0]?.values).toEqual({
      a: [NaN, 'bad', 'noValue'],
      b: [1, 'bad', 'quality'],
      c: [1, 'uncertain', 'doubtful'],
      d: [NaN, 'bad', 'unsupported'],
      e: [NaN, 'bad', 'notFinite'],
      f: [NaN, 'bad', 'notFinite'],
    })
  })
})

describe('a session', () => {
  it('requests a rebirth for a gap in the sequence; values are uncertain until it', () => {
    const plant = new Plant()
    plant.birth()
    const next = plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: 0.25 }], 4)
    expect(rebirths(next)).toEqual([rebirthOfLine])
    expect(describeFrames(next.frames)[0]?.values).toEqual({ Load: [0.25, 'uncertain', 'sequence'] })
    const later = plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: 0.5 }], 5)
    expect([later.messages, describeFrames(later.frames)[0]?.values]).toEqual([
      [],
      { Load: [0.5, 'uncertain', 'sequence'] },
    ])
    const waiting = plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: 0.5 }], 6, receivedAt + 10_000)
    expect(rebirths(waiting)).toEqual([rebirthOfLine])
    plant.birth(1)
    expect(
      describeFrames(plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: 0.75 }]).frames)[0]?.values,
    ).toEqual({ Load: 0.75 })
  })

  it('counts from 255 to 0', () => {
    const plant = new Plant()
    plant.birth()
    for (let count = 0; count < 600; count++)
      expect(plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: count }]).messages).toEqual([])
  })

  it('requests a rebirth for data without a birth and for an unknown alias, at most once in ten seconds', () => {
    const plant = new Plant()
    const send = (receivedMs: number) =>
      plant.send('NDATA/line', [{ alias: 1n, datatype: float, value: 1 }], 1, receivedMs)
    expect(rebirths(send(receivedAt))).toEqual([rebirthOfLine])
    expect(send(receivedAt + 9999)).toMatchObject({ messages: [], frames: [], problem: 'session' })
    expect(rebirths(send(receivedAt + 10_000))).toEqual([rebirthOfLine])
    const other = new Plant()
    other.birth()
    expect(rebirths(other.send('NDATA/line', [{ alias: 99n, datatype: float, value: 1 }]))).toEqual([rebirthOfLine])
    expect(
      rebirths(other.send('DDATA/line/unknown', [{ alias: 1n, datatype: float, value: 1 }], 3, receivedAt + 20_000)),
    ).toEqual([rebirthOfLine])
  })

  it('ends with its death, devices included; a death of an earlier session is ignored', () => {
    const plant = new Plant()
    plant.birth(5)
    const death = (bdSeq: number) =>
      plant.send('NDEATH/line', [{ name: 'bdSeq', datatype: uint64, value: bdSeq }]).presence
    expect(death(4)).toEqual([])
    expect(death(5)).toEqual([
      { device: 'works/line', isOnline: false },
      { device: 'works/line/pump', isOnline: false },
    ])
    const after = plant.send('DDATA/line/pump', [{ alias: 2n, datatype: int16, value: 1 }])
    expect([after.frames, rebirths(after)]).toEqual([[], [rebirthOfLine]])
  })

  it('ends for one device with its death, and for all devices with the next birth of the node', () => {
    const plant = new Plant()
    plant.birth()
    expect(plant.send('DDEATH/line/pump', []).presence).toEqual([{ device: 'works/line/pump', isOnline: false }])
    plant.birth(1)
    const born = plant.send('NBIRTH/line', [{ name: 'bdSeq', datatype: uint64, value: 2 }], 0)
    expect(born.presence).toEqual([
      { device: 'works/line/pump', isOnline: false },
      { device: 'works/line', isOnline: true },
    ])
  })
})

describe('the host application', () => {
  const read = ({
    topic,
    payload,
    retain,
  }: {
    readonly topic: string
    readonly payload: Uint8Array
    readonly retain: boolean
  }) => [topic, JSON.parse(new TextDecoder().decode(payload)), retain]

  it('announces its state with the time of its Will, and again after an old Will', () => {
    const host = new SparkplugHost({ host: 'mimic' })
    const will = host.createWill(at)
    expect(read(will)).toEqual(['spBv1.0/STATE/mimic', { online: false, timestamp: at }, true])
    expect(read(host.announce(at))).toEqual(['spBv1.0/STATE/mimic', { online: true, timestamp: at }, true])
    expect(host.read(will.topic, will.payload, receivedAt).messages.map(read)).toEqual([
      ['spBv1.0/STATE/mimic', { online: true, timestamp: at }, true],
    ])
    expect(host.read('spBv1.0/STATE/other', will.payload, receivedAt).messages).toEqual([])
  })

  it('writes commands by alias, or by name where there is none, in the declared type only', () => {
    const plant = new Plant()
    plant.birth()
    plant.send('DBIRTH/line/valve', [{ name: 'Open', datatype: boolean, value: false }])
    const build = (device: string, point: string, value: number | boolean | string) => {
      const message = plant.host.buildCommand({ device, point, value, at })
      const metric = message && decodeSparkplug(message.payload)?.metrics[0]
      return message && [message.topic, metric?.name, metric?.alias, metric?.value]
    }
    expect(build('works/line/pump', 'Speed', -3)).toEqual(['spBv1.0/works/DCMD/line/pump', null, 2n, 0xfffffffd])
    expect(build('works/line/valve', 'Open', 1)).toEqual(['spBv1.0/works/DCMD/line/valve', 'Open', null, true])
    expect(build('works/line', 'Load', 0.5)).toEqual(['spBv1.0/works/NCMD/line', null, 1n, 0.5])
    for (const [device, point, value] of [
      ['works/line/pump', 'Speed', 1.5],
      ['works/line/pump', 'Mode', 3],
      ['works/line/pump', 'Nothing', 1],
      ['works/other', 'Load', 1],
    ] as const) {
      expect(build(device, point, value)).toBeNull()
    }
  })
})

describe('bad input', () => {
  it('never makes the host throw', () => {
    const plant = new Plant()
    plant.birth()
    const birth = parseHex(foreignBirth) ?? new Uint8Array(0)
    const damaged = fc
      .tuple(fc.nat(birth.length - 1), fc.integer({ min: 0, max: 255 }))
      .map(([index, byte]) => birth.with(index, byte))
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 80 }), damaged),
        fc.constantFrom('NBIRTH/line', 'NDATA/line', 'DDATA/line/pump', 'NDEATH/line'),
        (bytes, topic) => {
          for (const { values, qualities, texts } of plant.host.read(`spBv1.0/works/${topic}`, bytes, receivedAt)
            .frames) {
            for (const [index, quality] of qualities.entries())
              if (quality === 0) expect(Number.isFinite(values[index]) || texts?.[index] !== undefined).toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is rejected: no bytes, wrong bytes, templates nested too deeply, too many metrics', () => {
    const { host } = new Plant()
    let metric: MetricInput = { name: 'x', datatype: float, value: 1 }
    for (let depth = 0; depth < 20; depth++) metric = { name: 'x', datatype: template, value: null, parts: [metric] }
    const many = encodeSparkplug({
      timestamp: at,
      seq: 0,
      metrics: Array.from({ length: 20_001 }, (_, index) => ({ name: `m${index}`, datatype: float, value: 1 })),
    })
    for (const bytes of [
      encodeSparkplug({ timestamp: at, seq: 0, metrics: [metric] }),
      Uint8Array.from([0xff, 0xff, 0xff]),
      many,
    ]) {
      expect(host.read('spBv1.0/works/NBIRTH/line', bytes, receivedAt)).toMatchObject({
        problem: 'decoder',
        births: [],
        messages: [],
      })
    }
    for (const topic of [
      'spBv1.0',
      'spBv1.0/works/NOPE/line',
      'spBv1.0/works/NDATA/line/pump',
      'spBv1.0/works/DDATA/line',
      'other/works/NDATA/line',
      'spBv1.0//NDATA/line',
    ]) {
      expect(host.read(topic, new Uint8Array(0), receivedAt).problem).toBe('topic')
    }
  })

  it('reads back every frame that it encodes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.string(), (number, name) => {
        const decoded = decodeSparkplug(
          encodeSparkplug({ timestamp: at, seq: 7, metrics: [{ name, datatype: int64, value: number }] }),
        )
        expect(decoded).toMatchObject({ timestamp: at, seq: 7, metrics: [{ name, value: BigInt.asUintN(64, number) }] })
      }),
    )
  })
})
