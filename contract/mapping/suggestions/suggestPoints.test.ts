import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPoint } from '../../telemetry/tags.ts'
import { compilePath } from '../messages/path.ts'
import { suggestPoints } from './suggestPoints.ts'
import type { MessageNode } from './suggestPoints.ts'
import { createMapper, describeFrames, toPayload } from '../testing/readMessages.ts'

const listLeaves = (node: MessageNode): MessageNode[] =>
  node.children.length > 0 ? node.children.flatMap(listLeaves) : [node]
function suggest(payload: unknown, topic = 'plant/meter7/power'): MessageNode[] {
  const tree = suggestPoints({ topic, payload: toPayload(payload) })
  if (tree.problem !== undefined) throw new Error(tree.problem)
  return listLeaves(tree.root)
}
const short = (leaves: readonly MessageNode[]) =>
  leaves.flatMap(({ path, suggestion }) =>
    suggestion ? [[path, suggestion.point, suggestion.type, suggestion.unit]] : [],
  )

describe('suggested points', () => {
  it('have a name, a type and a unit', () => {
    expect(
      short(
        suggest({
          Time: '2026-11-27T20:20:38',
          ENERGY: { Total: 1234.5, Power: 76, ApparentPower: 80, Factor: 0.95 },
          device_temperature: 31,
          frame_count: 4,
          POWER: 'ON',
          mode: 'eco',
        }),
      ),
    ).toEqual([
      ['ENERGY.Total', 'total', 'decimal', ''],
      ['ENERGY.Power', 'power', 'decimal', 'W'],
      ['ENERGY.ApparentPower', 'apparentPower', 'decimal', 'VA'],
      ['ENERGY.Factor', 'factor', 'decimal', ''],
      ['device_temperature', 'deviceTemperature', 'decimal', '°C'],
      ['frame_count', 'frameCount', 'integer', ''],
      ['POWER', 'power2', 'bool', ''],
      ['mode', 'mode', 'string', ''],
    ])
  })

  it('of rows are found by the name of the row', () => {
    expect(
      short(
        suggest({
          values: [
            { id: 'Channel1.Press1.Speed', v: 42, q: true },
            { id: 'Channel1.Press1.温度', v: 20 },
          ],
        }),
      ),
    ).toContainEqual(['values[?id=="Channel1.Press1.Speed"].v', 'channel1Press1Speed', 'decimal', ''])
    expect(short(suggest({ by_minute: [1, 2] })).map(([path]) => path)).toEqual(['by_minute[0]', 'by_minute[1]'])
  })

  it('of a plain payload are named by the topic', () => {
    expect(short(suggest('23.5'))).toEqual([['', 'power', 'decimal', 'W']])
    expect(suggest('12,5')[0]?.suggestion).toMatchObject({ type: 'decimal', conversion: { text: 'comma' } })
  })

  it('make a mapping that reads the message as good, for any message', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8, unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), {
          minKeys: 1,
          maxKeys: 6,
        }),
        (message) => {
          const leaves = suggest(message)
          const suggestions = leaves.flatMap(({ path, suggestion }) =>
            suggestion && path.length <= 300 ? [{ path, ...suggestion }] : [],
          )
          for (const { path, point } of suggestions) {
            expect(isPoint(point)).toBe(true)
            expect(compilePath(path)(message)).not.toBeUndefined()
          }
          expect(new Set(suggestions.map(({ point }) => point)).size).toBe(suggestions.length)
          const points = suggestions.map(({ path, point, name, type, unit, conversion }) => ({
            point,
            name,
            type,
            unit,
            sources: [{ topic: 't', path }],
            ...(conversion ? { conversion } : {}),
          }))
          const mapper = createMapper({
            version: 1,
            topics: [{ id: 't', topic: 'a/{device}', format: 'json' }],
            points,
          })
          const frames = describeFrames(mapper.read('a/x', toPayload(message), 0).frames)
          for (const value of Object.values(frames[0]?.values ?? {})) expect(value).not.toBeInstanceOf(Array)
          expect(Object.keys(frames[0]?.values ?? {})).toHaveLength(points.length)
        },
      ),
    )
  })

  it('are bounded for large and deep messages, and none are made of bytes', () => {
    expect(
      suggestPoints({ topic: 'a', payload: toPayload(Array.from({ length: 50_000 }, () => ({ a: 1 }))) }),
    ).toMatchObject({ isCut: true })
    expect(suggestPoints({ topic: 'a', payload: new Uint8Array(0) })).toEqual({ problem: 'empty' })
    expect(suggestPoints({ topic: 'a', payload: Uint8Array.from([0xff, 0xfe]) })).toEqual({ problem: 'encoding' })
  })
})
