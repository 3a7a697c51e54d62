import { catalog, type Drawing, newDrawing } from '@mimic/engine'
import { makeComponent } from '@mimic/engine/document'
import type { FieldValue } from '@mimic/engine/schema'

type Props = Readonly<Record<string, FieldValue>>

const examples = import.meta.glob<Readonly<Record<string, Props>>>('../../../engine/components/*/examples.ts', { eager: true, import: 'examples' })
const types = import.meta.glob<Readonly<Record<string, unknown>>>(['../../../engine/components/*/*.ts', '!**/*.test.ts', '!**/library/**'], { eager: true })

const gap = 24
const rowWidth = 1500

/** A type in its defaults, in every state its examples name, and with Chinese words in all its texts, row by row. */
export function sheetOf(name: string): Drawing {
  const type = catalog.get(name)
  if (!type) throw new Error(`there is no type ${name}`)
  const states: Props[] = [{}, ...Object.values(examplesOf(name)), inChinese(name)]
  const { width, height } = type.size
  const columns = Math.max(1, Math.floor((rowWidth + gap) / (width + gap)))
  const components = states.map((props, index) => makeComponent({
    type: name, props, width, height, rank: `a${String.fromCharCode(97 + Math.floor(index / 26))}${String.fromCharCode(97 + (index % 26))}`,
    x: gap + (index % columns) * (width + gap), y: gap + Math.floor(index / columns) * (height + gap),
  }))
  const empty = newDrawing(name)
  return {
    ...empty,
    layer: {
      ...empty.layer,
      width: gap + Math.min(states.length, columns) * (width + gap), height: gap + Math.ceil(states.length / columns) * (height + gap),
    },
    components,
  }
}

/** The folder of a type is where its definition stands. */
function examplesOf(name: string): Readonly<Record<string, Props>> {
  const home = Object.entries(types).find(([, module]) => Object.values(module).some((value) => isType(value, name)))?.[0]
  const folder = home?.split('/').slice(0, -1).join('/')
  return examples[`${folder}/examples.ts`] ?? {}
}

function isType(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === name && 'draw' in value
}

function inChinese(name: string): Props {
  const texts = Object.entries(catalog.get(name)?.fields ?? {}).filter(([, field]) => field.kind === 'text' && (field.format === 'lines' || field.format === 'line') && field.group === 'text')
  return Object.fromEntries(texts.map(([field]) => [field, '一号水泵']))
}
