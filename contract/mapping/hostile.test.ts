import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mappingLimits } from './limits.ts'
import { messageProblems, valueReasons } from './problems.ts'
import { readMapping } from './configuration/readMapping.ts'
import { suggestPoints } from './suggestions/suggestPoints.ts'
import { mappingTemplates } from './templates/list.ts'
import { createMapper, describeFrames, toPayload } from './testing/readMessages.ts'

const receivedAt = Date.UTC(2026, 10, 28, 12)
const mapper = createMapper({
  version: 1,
  topics: [
    { id: 't', topic: 'a/{device}', format: 'json' },
    { id: 'rows', topic: 'rows', each: '', device: { from: 'path', path: 'sn' } },
  ],
  points: [
    {
      point: 'level',
      type: 'decimal',
      sources: [
        { topic: 't', path: 'level' },
        { topic: 'rows', path: 'level' },
      ],
    },
    { point: 'list', type: 'array', sources: [{ topic: 't', path: 'list' }] },
    { point: 'polluted', type: 'decimal', sources: [{ topic: 't', path: 'polluted' }] },
  ],
})
const read = (payload: Uint8Array) => mapper.read('a/x', payload, receivedAt)

describe('bad input', () => {
  it.each([
    ['0 bytes', new Uint8Array(0), 'empty'],
    ['10 MB', new Uint8Array(10 * 1024 * 1024).fill(0x20), 'size'],
    ['10 MB of JSON', toPayload(`{"level": 1, "x": "${'x'.repeat(10 * 1024 * 1024)}"}`), 'size'],
    ['broken UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'encoding'],
    ['broken JSON', toPayload('{"level": 1'), 'json'],
    ['a text where JSON is declared', toPayload('hello'), 'json'],
    ['a number', toPayload('5'), 'points'],
    ['null', toPayload('null'), 'points'],
  ])('is rejected as a whole: %s', (_, payload, problem) => {
    expect(read(payload)).toMatchObject({ problem, frames: [] })
    expect(messageProblems).toHaveProperty(problem)
  })

  it('nested 10,000 deep is read or rejected within bounds', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(describeFrames(read(toPayload(`{"level": 1, "list": ${deep}}`)).frames)[0]?.values).toEqual({
      level: 1,
      list: [NaN, 'bad', 'tooLong'],
    })
    const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect(suggestPoints({ topic: 'x', payload: toPayload(objects) })).toMatchObject({ isCut: true })
  })

  it('with 1e400 is a bad value, not a good one', () => {
    expect(describeFrames(read(toPayload('{"level": 1e400}')).frames)[0]?.values).toEqual({
      level: [NaN, 'bad', 'notFinite'],
    })
  })

  it('with __proto__ reaches nothing', () => {
    expect(
      read(toPayload('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')).frames,
    ).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('with too many items is rejected', () => {
    const rows = Array.from({ length: mappingLimits.items + 1 }, (_, sn) => ({ sn, level: 1 }))
    expect(mapper.read('rows', toPayload(rows), receivedAt)).toMatchObject({ problem: 'items', frames: [] })
  })

  it('never makes the reader throw, and good values are finite', () => {
    const compiled = mappingTemplates.flatMap((template) =>
      template.kind === 'mapping' ? [{ template, own: createMapper(template.mapping) }] : [],
    )
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.jsonValue().map(toPayload),
      fc.string().map(toPayload),
    )
    fc.assert(
      fc.property(fc.constantFrom(...compiled), fc.nat(), payload, ({ template, own }, pick, bytes) => {
        const topic = template.samples[pick % template.samples.length]?.topic ?? ''
        const { frames } = own.read(topic, bytes, receivedAt)
        for (const { values, texts, qualities } of frames) {
          for (const [index, quality] of qualities.entries())
            if (quality === 0) expect(Number.isFinite(values[index]) || texts?.[index] !== undefined).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('damaged in one place never makes the reader throw', () => {
    const samples = mappingTemplates.flatMap((template) =>
      template.kind === 'mapping'
        ? template.samples.map((sample) => ({ ...sample, own: createMapper(template.mapping) }))
        : [],
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        ({ topic, payload, own }, at, byte) => {
          const bytes = toPayload(payload).slice()
          bytes[at % bytes.length] = byte
          for (const { reasons } of own.read(topic, bytes, receivedAt).frames)
            for (const reason of reasons ?? []) if (reason !== undefined) expect(valueReasons).toHaveProperty(reason)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a configuration from outside', () => {
  const topic = { id: 't', topic: 'a/{device}' }
  const point = { point: 'level', type: 'decimal', sources: [{ topic: 't', path: 'level' }] }
  it.each([
    ['an unknown field', { version: 1, topics: [topic], points: [], extra: 1 }, ''],
    ['no topic', { version: 1, topics: [], points: [] }, 'topics'],
    [
      'a wrong path',
      { version: 1, topics: [topic], points: [{ ...point, sources: [{ topic: 't', path: 'a..b' }] }] },
      'points.0.sources.0.path',
    ],
    ['a topic without device', { version: 1, topics: [{ id: 't', topic: 'a/b' }], points: [] }, 'topics.0.device'],
    [
      'an unknown topic',
      { version: 1, topics: [topic], points: [{ ...point, sources: [{ topic: 'u', path: '' }] }] },
      'points.0.sources.0.topic',
    ],
    ['one point twice', { version: 1, topics: [topic], points: [point, point] }, 'points.1.point'],
    [
      'a reserved point',
      { version: 1, topics: [topic], points: [{ ...point, point: 'constructor' }] },
      'points.0.point',
    ],
    [
      'a wrong expression',
      { version: 1, topics: [topic], points: [{ ...point, conversion: { expression: 'value +' } }] },
      'points.0.conversion.expression',
    ],
    [
      'an expression of tags',
      { version: 1, topics: [topic], points: [{ ...point, conversion: { expression: '{p/d/x} + value' } }] },
      'points.0.conversion.expression',
    ],
    [
      'a factor of 0',
      { version: 1, topics: [topic], points: [{ ...point, conversion: { factor: 0 } }] },
      'points.0.conversion.factor',
    ],
    [
      'limits in the wrong order',
      { version: 1, topics: [topic], points: [{ ...point, conversion: { min: 2, max: 1 } }] },
      'points.0.conversion.min',
    ],
    [
      'a command to a wildcard',
      {
        version: 1,
        topics: [topic],
        points: [{ ...point, command: { topic: 'a/+', payload: { kind: 'text', text: '{value}' } } }],
      },
      'points.0.command.topic',
    ],
    [
      'an unknown placeholder',
      {
        version: 1,
        topics: [topic],
        points: [{ ...point, command: { topic: 'a/{device}', payload: { kind: 'json', json: { a: ['{what}'] } } } }],
      },
      'points.0.command.payload',
    ],
    [
      'a conversion that has no inverse',
      {
        version: 1,
        topics: [topic],
        points: [
          {
            ...point,
            conversion: { expression: 'value * 2' },
            command: { topic: 'a/{device}', payload: { kind: 'text', text: '{value}' } },
          },
        ],
      },
      'points.0.command.expression',
    ],
    [
      'an unknown zone',
      { version: 1, topics: [{ ...topic, time: { path: 'at', zone: 'Nowhere/City' } }], points: [] },
      'topics.0.time.zone',
    ],
  ])('is refused with its place and words in both languages: %s', (_, mapping, path) => {
    const { problems } = readMapping(mapping)
    expect(problems?.map((problem) => problem.path)).toContain(path)
    for (const { words } of problems ?? [])
      expect([words.en, words.zh]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\p{Script=Han}/u)])
  })

  it('never makes the check throw', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(readMapping(input).mapping).toBeUndefined()
      }),
    )
  })
})
