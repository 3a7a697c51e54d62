import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldValue } from '../schema/index.ts'
import { catalog } from './catalog.ts'

/** Properties that cannot be bound, with the reason. All others can. */
const fixed: Readonly<Record<string, string>> = {
  points: 'the course of a line is drawn',
  corners: 'the course of a line is drawn',
  cornerRadius: 'the course of a line is drawn',
  'connector.from': 'a line is stuck by hand',
  'connector.to': 'a line is stuck by hand',
  'connector.routing': 'the course of a line is drawn',
  'connector.bends': 'the course of a line is drawn',
  'scene-3d.markers': 'positions are built once; values and colours can be bound',
  url: 'selects the data source',
  path: 'selects the data source',
  everySeconds: 'selects the data source',
  'data.example': 'for the designer; never shown while running',
  'history-curve.tags': 'selects the data source',
  'alarm-list.rowCount': 'selects the data source',
  'weather.province': 'selects the data source',
  'weather.city': 'selects the data source',
  'weather.district': 'selects the data source',
  'video.source': 'selects the data source',
  'video.serial': 'selects the data source',
  'video.channel': 'selects the data source',
  'clock.format': 'sets how often the clock ticks',
  'table.rotation': 'sets the time per page',
  'table.rotationSeconds': 'sets the time per page',
  option: 'code: how a chart is built',
  'map.mapUrl': 'every map once shown stays in memory as long as the page does',
}
/** URLs of displayed content, which can be bound. */
const shown = new Set(['video.url', 'web-page.url', 'scene-3d.url'])

const fields = catalog.list.flatMap(({ type, fields: own }) =>
  Object.entries(own).map(([name, field]) => ({ title: `${type}.${name}`, name, field })),
)

it.each(fields.map((one) => [one.title, one] as const))(
  '%s is bindable unless listed as an exception',
  (title, { name, field }) => {
    const isFixed = title in fixed || (name in fixed && !shown.has(title))
    expect(field.bindable).toBe(!isFixed)
  },
)

it('names only properties that there are', () => {
  const known = new Set(fields.flatMap(({ title, name }) => [title, name]))
  expect([...Object.keys(fixed), ...shown].filter((name) => !known.has(name))).toEqual([])
})

describe.each(catalog.list.filter((type) => 'feeds' in type).map((type) => [type.type, type] as const))(
  '%s',
  (_, type) => {
    it('requests the same data regardless of live values: its feeds are fixed at start', () => {
      const requests: readonly Record<string, FieldValue>[] = [
        {},
        { url: '/a' },
        { source: 'camera', serial: 'C1' },
        { tags: 'p/d/x' },
        { rotation: 'row' },
      ]
      const driven = Object.entries(type.fields).flatMap(([name, field]) => {
        // `spanMinutes` may differ: if bound, it narrows the displayed part of the requested data.
        if (!field.bindable || name === 'spanMinutes') return []
        if (field.kind === 'number')
          return [[name, fc.constantFrom<FieldValue>(field.min, field.max, field.default)] as const]
        if (field.kind === 'flag') return [[name, fc.boolean()] as const]
        if (field.kind === 'choice')
          return [[name, fc.constantFrom<FieldValue>(...field.options.map(({ value }) => value))] as const]
        return field.kind === 'text' && field.format !== 'url'
          ? [[name, fc.constantFrom<FieldValue>('', 'x')] as const]
          : []
      })
      fc.assert(
        fc.property(fc.constantFrom(...requests), fc.record(Object.fromEntries(driven)), (own, live) => {
          const still = { ...type.defaults, ...own }
          expect(type.feeds?.({ ...still, ...live, ...own })).toEqual(type.feeds?.(still))
        }),
        { numRuns: 100 },
      )
    })
  },
)
