import { expect, it } from 'vitest'
import { ListBrush } from '../paint/brush/listBrush.ts'
import { catalog } from './catalog.ts'
import { borderFields, fontFields } from './fields.ts'

/**
 * Types without border, rounded corners or font, with the reason. All other types have these fields in addition to the
 * properties of every component.
 */
const without: Readonly<Record<string, { readonly types: readonly string[]; readonly why: string }[]>> = {
  border: [
    { types: ['line', 'line-arrow', 'dashed', 'connector', 'flow-bar'], why: 'a line is its own border' },
    { types: ['symbol'], why: 'its outlines have colour and width of their own' },
  ],
  radius: [
    { types: ['line', 'line-arrow', 'dashed', 'connector', 'flow-bar', 'pipe', 'symbol'], why: 'there is no box' },
    { types: ['circular', 'triangle', 'polygon', 'gauge'], why: 'the shape has no corners to be rounded as a box has' },
  ],
  font: [
    { types: ['line', 'line-arrow', 'dashed', 'connector', 'flow-bar', 'pipe'], why: 'a line has no words' },
    { types: ['image', 'video', 'scene-3d'], why: "pictures have no words; labels of a model are the page's" },
  ],
}
const requiredFields: Readonly<Record<string, readonly string[]>> = {
  border: Object.keys(borderFields),
  radius: ['radius'],
  font: Object.keys(fontFields),
}

it.each(Object.entries(requiredFields))('every type offers %s unless listed as an exception', (family, names) => {
  const excused = new Set((without[family] ?? []).flatMap(({ types }) => types))
  for (const { type, fields } of catalog.list) {
    const has = names.filter((name) => name in fields)
    expect([type, has]).toEqual([type, excused.has(type) ? [] : names])
  }
})

it('uses the same label for a property in all types', () => {
  const shared = Object.entries({ ...borderFields, ...fontFields })
  const other = catalog.list.flatMap(({ type, fields }) =>
    shared.flatMap(([name, { words }]) => {
      const own = fields[name]?.words
      return own && (own.en !== words.en || own.zh !== words.zh) ? [`${type}.${name}: ${own.en} ${own.zh}`] : []
    }),
  )
  expect(other).toEqual([])
})

it("writes a chart's text in bold and italics if set", () => {
  const type = catalog.get('chart-bar')
  const written = (props: Record<string, string | boolean>): string => {
    const brush = new ListBrush()
    type?.draw(brush, { ...type.defaults, data: '{"xdata":["a"],"ydata":[1]}', ...props }, { width: 300, height: 200 })
    return JSON.stringify(brush.list).replaceAll('\\', '')
  }
  expect([written({}), written({ fontWeight: 'bold', fontItalic: true })]).toEqual([
    expect.not.stringMatching(/"fontStyle":"italic"/),
    expect.stringMatching(/"fontWeight":"bold","fontStyle":"italic"/),
  ])
})
