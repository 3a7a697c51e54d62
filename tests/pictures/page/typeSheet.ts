import { catalog } from '@mimic/engine'
import { type Props, type Sheet, sheetWith } from './sheet.ts'

const examples = import.meta.glob<Readonly<Record<string, Props>>>('../../../engine/components/*/examples.ts', {
  eager: true,
  import: 'examples',
})
const types = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../../engine/components/*/*.ts', '!**/*.test.ts', '!**/library/**'],
  { eager: true },
)

const inset = 12

/** A component type with default properties, in all states of its examples, and with Chinese texts, row by row. */
export function typeSheet(name: string, rowWidth: number): Sheet {
  const type = catalog.get(name)
  if (!type) throw new Error(`there is no type ${name}`)
  const states: readonly (readonly [string, Props])[] = [
    ['defaults', {}],
    ...Object.entries(getExamples(name)),
    ['Chinese words', inChinese(name)],
  ]
  const [width, height] = [type.size.width + 2 * inset, type.size.height + 2 * inset]
  const columns = Math.max(1, Math.floor(rowWidth / width))
  const shown = states.map(([state, props], index) => ({
    name: state,
    type: name,
    props,
    inset,
    x: (index % columns) * width,
    y: Math.floor(index / columns) * height,
    width,
    height,
  }))
  return sheetWith(name, shown, Math.min(states.length, columns) * width, Math.ceil(states.length / columns) * height)
}

/** The folder of a type contains its definition. */
function getExamples(name: string): Readonly<Record<string, Props>> {
  const home = Object.entries(types).find(([, module]) =>
    Object.values(module).some((value) => isType(value, name)),
  )?.[0]
  const folder = home?.split('/').slice(0, -1).join('/')
  return examples[`${folder}/examples.ts`] ?? {}
}

function isType(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === name && 'draw' in value
}

function inChinese(name: string): Props {
  const texts = Object.entries(catalog.get(name)?.fields ?? {}).filter(
    ([, field]) =>
      field.kind === 'text' && (field.format === 'lines' || field.format === 'line') && field.group === 'text',
  )
  return Object.fromEntries(texts.map(([field]) => [field, '一号水泵']))
}
