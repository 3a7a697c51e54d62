import { describe, expect, it } from 'vitest'
import { decodeFrame, encodeFrame, FrameCache } from '../../telemetry/index.ts'
import { createMapper, describeFrames, toPayload } from '../testing/readMessages.ts'

const receivedAt = Date.UTC(2026, 10, 28, 12)
const received = new Date(receivedAt).toISOString()
const decimal = (point: string, path: string, more: object = {}) => ({
  point,
  type: 'decimal',
  sources: [{ topic: 't', path }],
  ...more,
})
const json = (topic: object, points: readonly object[], more: object = {}) =>
  createMapper({ version: 1, topics: [{ id: 't', topic: 'a/{device}', format: 'json', ...topic }], points, ...more })

describe('a value and its device', () => {
  it('are read from a topic and a path; values missing in a message are omitted', () => {
    const mapper = json({}, [decimal('power', 'ENERGY.Power'), decimal('voltage', 'ENERGY.Voltage')])
    const { frames, problem } = mapper.read('a/meter 7', toPayload({ ENERGY: { Voltage: 231 } }), receivedAt)
    expect(problem).toBeNull()
    expect(describeFrames(frames)).toEqual([{ device: 'meter 7', at: received, values: { voltage: 231 } }])
  })

  it('can be named by a field, by the key of an item, or once for a topic', () => {
    const points = [decimal('t', 'temp')]
    const byField = json({ topic: 'all', each: 'devices', device: { from: 'path', path: 'sn' } }, points)
    expect(
      describeFrames(
        byField.read(
          'all',
          toPayload({
            devices: [
              { sn: 'A/1 温', temp: 1 },
              { sn: 17, temp: 2 },
            ],
          }),
          receivedAt,
        ).frames,
      ),
    ).toEqual([
      { device: 'A/1 温', at: received, values: { t: 1 } },
      { device: '17', at: received, values: { t: 2 } },
    ])
    const byKey = json({ topic: 'all', each: '', device: { from: 'key' } }, points)
    expect(
      byKey.read('all', toPayload({ a: { temp: 1 }, b: { temp: 2 } }), receivedAt).frames.map(({ device }) => device),
    ).toEqual(['a', 'b'])
    const fixed = json({ topic: 'x/y', device: { from: 'fixed', key: 'boiler' } }, points)
    expect(fixed.read('x/y', toPayload({ temp: 1 }), receivedAt).frames[0]?.device).toBe('boiler')
  })

  it.each([
    [{ temp: 1 }],
    [{ sn: '', temp: 1 }],
    [{ sn: {}, temp: 1 }],
    [{ sn: 'a\nb', temp: 1 }],
    [{ sn: 'x'.repeat(257), temp: 1 }],
  ])('are rejected without a usable name (%j)', (item) => {
    const mapper = json({ topic: 'all', device: { from: 'path', path: 'sn' } }, [decimal('t', 'temp')])
    expect(mapper.read('all', toPayload(item), receivedAt)).toMatchObject({ problem: 'device', frames: [] })
  })

  it('are reported as rejected in part if one item has no device', () => {
    const mapper = json({ topic: 'all', each: '', device: { from: 'path', path: 'sn' } }, [decimal('t', 'temp')])
    const { frames, problem } = mapper.read('all', toPayload([{ sn: 'a', temp: 1 }, { temp: 2 }]), receivedAt)
    expect([problem, frames.map(({ device }) => device)]).toEqual(['device', ['a']])
  })

  it('of several topics of a device have their own paths', () => {
    const mapper = createMapper({
      version: 1,
      topics: [
        { id: 'sensor', topic: 'tele/{device}/SENSOR' },
        { id: 'power', topic: 'stat/{device}/POWER', format: 'text' },
      ],
      points: [
        { point: 'power', type: 'decimal', sources: [{ topic: 'sensor', path: 'P' }] },
        {
          point: 'relay',
          type: 'bool',
          conversion: { words: { on: ['ON'], off: ['OFF'] } },
          sources: [
            { topic: 'power', path: '' },
            { topic: 'sensor', path: 'POWER' },
          ],
        },
      ],
    })
    expect(mapper.filters).toEqual(['tele/+/SENSOR', 'stat/+/POWER'])
    expect(describeFrames(mapper.read('stat/x/POWER', toPayload('ON'), receivedAt).frames)[0]?.values).toEqual({
      relay: 1,
    })
    expect(
      describeFrames(mapper.read('tele/x/SENSOR', toPayload({ P: 5, POWER: 'OFF' }), receivedAt).frames)[0]?.values,
    ).toEqual({ power: 5, relay: 0 })
    expect(mapper.read('tele/x/OTHER', toPayload('1'), receivedAt).problem).toBe('topic')
  })

  it('are read by the most specific of the topics that match', () => {
    const mapper = createMapper({
      version: 1,
      topics: [
        { id: 'any', topic: 'site/{device}/#' },
        { id: 'level', topic: 'site/{device}/level', format: 'text' },
        { id: 'answers', topic: 'site/{device}/answers' },
      ],
      points: [
        { point: 'level', type: 'decimal', sources: [{ topic: 'level', path: '' }] },
        { point: 'other', type: 'string', sources: [{ topic: 'any', path: '' }] },
      ],
    })
    const read = (topic: string) => describeFrames(mapper.read(topic, toPayload('5'), receivedAt).frames)[0]?.values
    expect([read('site/x/level'), read('site/x/flow'), read('site/x/answers')]).toEqual([
      { level: 5 },
      { other: '5' },
      undefined,
    ])
  })

  it('of rows "name, value" are read by a condition', () => {
    const row = (name: string) => ({
      point: name,
      type: 'decimal',
      sources: [{ topic: 't', path: 'value', when: { path: 'name', equals: name } }],
    })
    const mapper = json({ topic: 'rows', each: '', device: { from: 'path', path: 'dev' } }, [row('temp'), row('hum')])
    const { frames } = mapper.read(
      'rows',
      toPayload([
        { dev: 'a', name: 'temp', value: 1 },
        { dev: 'a', name: 'hum', value: 2 },
        { dev: 'b', name: 'hum', value: 3 },
      ]),
      receivedAt,
    )
    expect(describeFrames(frames)).toEqual([
      { device: 'a', at: received, values: { temp: 1, hum: 2 } },
      { device: 'b', at: received, values: { hum: 3 } },
    ])
  })

  it('sent twice in one message arrive both', () => {
    const mapper = json({ each: '' }, [decimal('t', 'v')])
    expect(
      mapper.read('a/x', toPayload([{ v: 1 }, { v: 2 }]), receivedAt).frames.map(({ values }) => values[0]),
    ).toEqual([1, 2])
  })

  it('with two sources in one message are counted once, from the first source present', () => {
    const mapper = json({}, [
      {
        point: 't',
        type: 'decimal',
        sources: [
          { topic: 't', path: 'new' },
          { topic: 't', path: 'old' },
        ],
      },
    ])
    expect(
      describeFrames(mapper.read('a/x', toPayload({ old: 1, new: 2 }), receivedAt).frames).map(({ values }) => values),
    ).toEqual([{ t: 2 }])
    expect(
      describeFrames(mapper.read('a/x', toPayload({ old: 1 }), receivedAt).frames).map(({ values }) => values),
    ).toEqual([{ t: 1 }])
  })
})

it('a plain payload keeps its digits: "007" of a text point is not 7', () => {
  const mapper = createMapper({
    version: 1,
    topics: [{ id: 't', topic: 'plain/{device}' }],
    points: [
      { point: 'serial', type: 'string', sources: [{ topic: 't', path: '' }] },
      { point: 'power', type: 'decimal', sources: [{ topic: 't', path: '' }] },
    ],
  })
  expect(describeFrames(mapper.read('plain/x', toPayload('007'), receivedAt).frames)[0]?.values).toEqual({
    serial: '007',
    power: 7,
  })
  expect(describeFrames(mapper.read('plain/x', toPayload('1e5'), receivedAt).frames)[0]?.values).toEqual({
    serial: '1e5',
    power: 100_000,
  })
})

describe('types', () => {
  const mapper = (conversions: { readonly level?: object; readonly running?: object; readonly count?: object }) =>
    json({}, [
      decimal('level', 'level', { conversion: conversions.level ?? {} }),
      { ...decimal('running', 'running', { conversion: conversions.running ?? {} }), type: 'bool' },
      { ...decimal('count', 'count', { conversion: conversions.count ?? {} }), type: 'integer' },
    ])
  const payload = toPayload({ level: '12,5', running: 'ON', count: 3.7 })

  it('are enforced: a value of another type is reported as bad with the reason', () => {
    expect(describeFrames(mapper({}).read('a/x', payload, receivedAt).frames)[0]?.values).toEqual({
      level: [NaN, 'bad', 'notNumber'],
      running: [NaN, 'bad', 'notOnOff'],
      count: [NaN, 'bad', 'notInteger'],
    })
  })

  it('are reached by declared conversions', () => {
    const declared = mapper({
      level: { text: 'comma' },
      running: { words: { on: ['ON'], off: ['OFF'] } },
      count: { rounding: 'nearest' },
    })
    expect(describeFrames(declared.read('a/x', payload, receivedAt).frames)[0]?.values).toEqual({
      level: 12.5,
      running: 1,
      count: 4,
    })
  })
})

describe('time and quality', () => {
  it('of a message are read by their paths; an absent time is the time of receipt', () => {
    const mapper = json(
      { time: { path: 'at', format: 'iso' }, quality: { path: 'ok', good: [true], uncertain: ['maybe'] } },
      [decimal('v', 'v')],
    )
    const read = (message: object) => describeFrames(mapper.read('a/x', toPayload(message), receivedAt).frames)[0]
    expect(read({ v: 1, at: '2026-11-27T20:20:38', ok: true })).toEqual({
      device: 'x',
      at: '2026-11-27T12:20:38.000Z',
      values: { v: 1 },
    })
    expect(read({ v: 1 })).toEqual({ device: 'x', at: received, values: { v: 1 } })
    expect(read({ v: 1, ok: false })?.values).toEqual({ v: [1, 'bad', 'quality'] })
    expect(read({ v: 1, ok: 'maybe' })?.values).toEqual({ v: [1, 'uncertain', 'doubtful'] })
  })

  it('make values uncertain if the time is unreadable, in 1970 or ahead', () => {
    const mapper = json({ time: { path: 'at' } }, [decimal('v', 'v')])
    for (const [at, reason] of [
      ['soon', 'time'],
      ['1970-01-01T00:00:05', 'time'],
      ['2026-11-28T12:10:00Z', 'future'],
    ]) {
      expect(describeFrames(mapper.read('a/x', toPayload({ v: 1, at }), receivedAt).frames)).toEqual([
        { device: 'x', at: received, values: { v: [1, 'uncertain', reason] } },
      ])
    }
  })

  it('of single points split a message by time', () => {
    const tag = (id: string) =>
      decimal(id, `values[?id=="${id}"].v`, {
        time: { path: `values[?id=="${id}"].t` },
        quality: { path: `values[?id=="${id}"].q`, scale: 'opcDa' },
      })
    const mapper = json({}, [tag('a'), tag('b'), tag('c')])
    const rows = [
      { id: 'a', v: 1, t: receivedAt - 1000, q: 192 },
      { id: 'b', v: 2, t: receivedAt, q: 24 },
      { id: 'c', v: 3, t: receivedAt - 1000, q: 64 },
    ]
    expect(
      describeFrames(mapper.read('a/x', toPayload({ values: rows }), receivedAt).frames).map(({ values }) => values),
    ).toEqual([{ a: 1, c: [3, 'uncertain', 'doubtful'] }, { b: [2, 'bad', 'quality'] }])
  })

  it('show a value that is missing because of an error as bad', () => {
    const mapper = json({}, [
      decimal('v', 'values.v', { quality: { path: 'errors.v', good: [0] } }),
      decimal('w', 'values.w', { quality: { path: 'errors.w', good: [0] } }),
    ])
    expect(
      describeFrames(mapper.read('a/x', toPayload({ values: {}, errors: { v: 2014 } }), receivedAt).frames)[0]?.values,
    ).toEqual({ v: [NaN, 'bad', 'quality'] })
  })

  it('of items without a time are those of their message', () => {
    const mapper = json({ each: 'rows', time: { path: 'at' } }, [decimal('v', 'v')])
    const { frames } = mapper.read(
      'a/x',
      toPayload({ at: receivedAt - 5000, rows: [{ v: 1 }, { v: 2, at: receivedAt - 7000 }] }),
      receivedAt,
    )
    expect(frames.map(({ at }) => receivedAt - at)).toEqual([5000, 7000])
  })
})

describe('presence', () => {
  it('follows the declared words of a topic', () => {
    const mapper = createMapper({
      version: 1,
      topics: [{ id: 'lwt', topic: 'tele/{device}/LWT', format: 'text' }],
      points: [],
      presence: { topics: [{ topic: 'lwt', path: '', online: ['Online'], offline: ['Offline'] }] },
    })
    expect(mapper.read('tele/x/LWT', toPayload('Offline'), receivedAt)).toMatchObject({
      problem: null,
      presence: [{ device: 'x', isOnline: false }],
      frames: [],
    })
    expect(mapper.read('tele/x/LWT', toPayload('Online\n'), receivedAt).presence).toEqual([
      { device: 'x', isOnline: true },
    ])
    expect(mapper.read('tele/x/LWT', toPayload('Sleeping'), receivedAt)).toMatchObject({
      problem: 'points',
      presence: [],
    })
  })
})

describe('binary payloads', () => {
  const lorawan = (decoder: object) =>
    createMapper({
      version: 1,
      topics: [
        { id: 't', topic: 'up/{device}', decoder: { path: 'data', encoding: 'base64', port: 'fPort', ...decoder } },
      ],
      points: [decimal('temperature', '$decoded.temperature_1'), decimal('signal', 'rssi')],
    })
  const up = toPayload({ data: 'AWcA5w==', fPort: 2, rssi: -90 })

  it('are read by a built-in decoder, beside fields of the message', () => {
    const { frames } = lorawan({ kind: 'codec', codec: 'cayenneLpp' }).read('up/n1', up, receivedAt)
    expect(describeFrames(frames)[0]?.values).toEqual({ temperature: 23.1, signal: -90 })
  })

  it('keep the fields of the message if the decoder cannot read the bytes', () => {
    const { frames, problem } = lorawan({ kind: 'codec', codec: 'cayenneLpp' }).read(
      'up/n1',
      toPayload({ data: 'AQID', rssi: -90 }),
      receivedAt,
    )
    expect([problem, describeFrames(frames)[0]?.values]).toEqual(['decoder', { signal: -90 }])
    expect(
      lorawan({ kind: 'codec', codec: 'cayenneLpp' }).read('up/n1', toPayload({ data: 5 }), receivedAt).problem,
    ).toBe('bytes')
  })

  it('go to a script with bytes, topic, device and port; its result is converted like any other', () => {
    const mapper = lorawan({ kind: 'script', language: 'javascript', source: 'return []' })
    const { scripts, frames } = mapper.read('up/n1', up, receivedAt)
    expect(frames).toEqual([])
    const [call] = scripts
    if (!call) throw new Error('no call')
    expect(call.input).toEqual({
      bytes: Uint8Array.from([1, 0x67, 0, 0xe7]),
      topic: 'up/n1',
      device: 'n1',
      port: 2,
      receivedAt,
    })
    const result = mapper.finish(call, [
      { name: 'temperature_1', value: 23.1, quality: 'uncertain', at: receivedAt - 60_000 },
    ])
    expect(describeFrames(result.frames)).toEqual([
      {
        device: 'n1',
        at: '2026-11-28T11:59:00.000Z',
        values: { temperature: [23.1, 'uncertain', 'doubtful'], signal: -90 },
      },
    ])
    expect(() => mapper.finish(call, [])).toThrow(RangeError)
    const again = mapper.read('up/n1', up, receivedAt).scripts[0]
    if (!again) throw new Error('no call')
    expect(describeFrames(mapper.finish(again, [{ name: 'temperature_1', value: 'hot' }]).frames)[0]?.values).toEqual({
      temperature: [NaN, 'bad', 'notNumber'],
      signal: -90,
    })
  })

  it('can be read by a field of bytes without a decoder', () => {
    const mapper = createMapper({
      version: 1,
      topics: [{ id: 't', topic: 'raw/{device}', format: 'binary' }],
      points: [
        decimal('flow', '', {
          conversion: {
            bytes: { encoding: 'raw', kind: 'float', offset: 2, length: 4, order: 'bigWordSwap' },
            factor: 10,
          },
        }),
      ],
    })
    expect(
      describeFrames(mapper.read('raw/x', Uint8Array.from([9, 9, 0, 0, 0x41, 0xc8]), receivedAt).frames)[0]?.values,
    ).toEqual({ flow: 250 })
    expect(describeFrames(mapper.read('raw/x', Uint8Array.from([9, 9, 0]), receivedAt).frames)[0]?.values).toEqual({
      flow: [NaN, 'bad', 'bytes'],
    })
  })
})

describe('frames', () => {
  it('reuse the list of names, also of messages that lack points, and can be sent as telemetry frames', () => {
    const mapper = json({ everyS: 30 }, [
      decimal('a', 'a'),
      decimal('b', 'b'),
      { ...decimal('c', 'c'), type: 'string' },
    ])
    const read = (message: object) => mapper.read('a/x', toPayload(message), receivedAt).frames[0]
    expect(read({ a: 1, b: 2, c: 'x' })?.points).toBe(read({ a: 3, b: 4, c: 'y' })?.points)
    expect(read({ a: 1, c: 'x' })?.points).toBe(read({ a: 3, c: 'y' })?.points)
    const frame = read({ a: 1, b: '2', c: 'x' })
    if (!frame) throw new Error('no frame')
    const { every, points, values, texts, qualities } = frame
    expect(
      decodeFrame(
        encodeFrame(
          { at: frame.at, ...(every === undefined ? {} : { every }), points, values, texts, qualities },
          'json',
        ),
        new FrameCache(() => receivedAt),
      ),
    ).toMatchObject({ at: receivedAt, every: 30_000, points: ['a', 'b', 'c'], qualities: Uint8Array.from([0, 2, 0]) })
  })
})
