import { catalog, type AnyComponentType } from '@mimic/engine/catalog'
import { type Component, type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { parse, createFieldSchema, type TextField } from '@mimic/engine/schema'
import { addressHost, hostileJson } from './hostileRows.ts'
import type { HostileTexts } from './hostileTexts.ts'

const columns = 9
const [width, height] = [170, 200]
const maxLengths = { name: 200, prompt: 500, backgroundName: 200 }

/**
 * Creates a drawing with a component of every type whose texts are from the corpus: name, prompt, labels, cells,
 * titles, chart options.
 */
export function hostileDrawing(corpus: HostileTexts): Drawing {
  const upTo = (length: number): string => corpus.next((text) => text.length <= length - 6, true) ?? ''
  const ranks = ranksBetween(null, null, catalog.list.length)
  const components = catalog.list.map((type, at): Component =>
    makeComponent({
      type: type.type,
      name: upTo(maxLengths.name),
      rank: ranks[at] ?? '',
      x: (at % columns) * 176 + 4,
      y: Math.floor(at / columns) * 220 + 4,
      width,
      height,
      props: hostileProps(type, corpus),
      extras: { prompt: upTo(maxLengths.prompt), promptMode: at % 2 === 0 ? 'long' : 'short' },
    }),
  )
  return {
    ...newDrawing(upTo(maxLengths.name)),
    layer: { ...newDrawing().layer, backgroundName: upTo(maxLengths.backgroundName) },
    components,
  }
}

/** Returns the centre in drawing pixels. */
export const getCenter = ({ x, y }: Pick<Component, 'x' | 'y'>): { readonly x: number; readonly y: number } => ({
  x: x + width / 2,
  y: y + height / 2,
})

const hostileProps = ({ type, fields }: AnyComponentType, corpus: HostileTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind !== 'text') return []
      const value = field.format === 'json' ? hostileData(type, name, corpus) : withText(field, corpus)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function withText(field: TextField, corpus: HostileTexts): string | undefined {
  if (field.format === 'model' || field.format === 'picture') return undefined
  const createText = (text: string): string =>
    field.format === 'url'
      ? `https://${addressHost}/${text.replaceAll(/\s/g, '/')}`
      : field.format === 'markers'
        ? `${text.replaceAll(/[:,]/g, ' ')}: 50, 100, 50`
        : text
  const schema = createFieldSchema(field)
  const text = corpus.next((each) => parse(schema, createText(each)).problems === undefined)
  return text === undefined ? undefined : createText(text)
}

/** Returns data or chart options for the type. */
function hostileData(type: string, field: string, corpus: HostileTexts): string {
  const text = (): string => corpus.next((each) => each.length < 100, true) ?? ''
  if (field === 'option') return hostileJson(text())
  if (type === 'table')
    return JSON.stringify([
      [text(), text(), text()],
      [text(), text(), text()],
    ])
  if (type === 'alarm-list')
    return JSON.stringify([{ at: 1_788_253_200_000, tag: text(), text: text(), level: 1, state: 'active' }])
  if (type === 'weather') return JSON.stringify({ sky: text(), temperature: text() })
  if (type === 'history-curve') return JSON.stringify([{ tag: text(), at: [1_788_253_200_000], values: [1] }])
  if (type === 'data') return JSON.stringify({ code: 200, data: { value: text() } })
  return JSON.stringify(
    type === 'chart-pie' ? [{ name: text(), value: 1 }] : { xdata: [text(), text()], ydata: [1, 2] },
  )
}
