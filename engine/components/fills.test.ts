import { expect, it } from 'vitest'
import type { Picture } from '../paint/brush/brush.ts'
import { ListBrush } from '../paint/brush/listBrush.ts'
import type { Field } from '../schema/index.ts'
import { catalog, resolveProps } from './catalog.ts'
import type { Examples } from './examples.ts'

/** Colour fields without gradients, with the reason: thin lines, text, and colours that are a signal or a scale. */
const plain: Readonly<Record<string, string>> = {
  borderColor: 'a thin line',
  gridColor: 'a thin line',
  axisColor: 'a thin line',
  limitColor: 'a thin line',
  'map.lineColor': 'a thin line',
  'symbol.lineColor': 'outlines',
  'symbol.accentColor': 'letters, arrows and impellers, drawn with lines',
  fontColor: 'words',
  headerFontColor: 'words',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`scene-3d.color${number}`, 'a dot'])),
  alarmColor: 'an alarm has one colour',
  'map.lowColor': 'one end of a scale',
  'map.highColor': 'one end of a scale',
}
const examples = import.meta.glob<Examples>('./*/examples.ts', { eager: true, import: 'examples' })
/** Gradients with two and three colours; all shades are between these two. */
const fills = [
  'linear(30,#123456ff,#fedcbaff)',
  'linear(30,#123456ff 0,#fedcbaff 0.4,#123456ff 1)',
  'radial(#123456ff 0.1,#fedcbaff 0.4,#888888ff 1)',
]

const colours = catalog.list.flatMap((type) =>
  Object.entries(type.fields)
    .filter(([, field]) => field.kind === 'color')
    .map(([name, field]) => ({ type, name, field, title: `${type.type}.${name}` })),
)

const isPlain = ({ title, name }: (typeof colours)[number]): boolean => title in plain || name in plain

it.each(colours.map((one) => [one.title, one] as const))(
  '%s accepts a gradient unless listed as an exception',
  (_, one) => {
    expect(takesGradient(one.field)).toBe(!isPlain(one))
  },
)

it.each(colours.filter((one) => !isPlain(one)).map((one) => [one.title, one] as const))(
  '%s paints the gradient that it takes',
  (title, { type, name }) => {
    const states = [
      {},
      ...Object.values(examples)
        .filter((some) => fits(some, type.fields))
        .flatMap((some) => Object.values(some)),
      { value: 1 },
      { value: 0 },
      { palette: 'own' },
    ]
    for (const fill of fills)
      expect(
        states.some((state) => {
          const props = resolveProps(type, { ...state, [name]: fill })
          const brush = new Seen()
          type.draw(brush, type.followsPage ? { ...props, [type.followsPage]: 'muted' } : props, type.size)
          expect(brush.unread()).toEqual([])
          return countShades(JSON.stringify([brush.list, brush.options])) >= 2
        }),
        `${title} takes ${fill} and paints none of it`,
      ).toBe(true)
  },
)

it('names only colours that there are as plain ones', () => {
  const known = new Set(colours.flatMap(({ name, title }) => [name, title]))
  expect(Object.keys(plain).filter((name) => !known.has(name))).toEqual([])
})

/** Records only the option of a chart; the brush paints its background. */
class Seen extends ListBrush {
  readonly options: unknown[] = []

  override picture(_x: number, _y: number, _width: number, _height: number, { data }: Picture): void {
    this.options.push(typeof data === 'object' && data !== null && 'option' in data ? data.option : data)
  }

  /** Returns gradients passed as text to places that do not parse them. Only fills and lines of the brush do. */
  unread(): unknown[] {
    const strokes = this.list.filter(
      ({ kind, stroke }) => kind !== 'line' && typeof stroke === 'string' && stroke.includes('('),
    )
    return [...strokes, ...this.options.filter((option) => fills.some((fill) => JSON.stringify(option).includes(fill)))]
  }
}

function takesGradient(field: Field): boolean {
  return field.kind === 'color' && field.gradient
}

/** Matches examples, which are grouped by folder, to types by their properties. */
function fits(states: Examples, fields: object): boolean {
  return Object.values(states).every((props) => Object.keys(props).every((name) => name in fields))
}

/** Counts the gradient shades in the output; one shade would be only the first colour. */
function countShades(drawn: string): number {
  const between = new Set(
    [...drawn.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})ff/g)]
      .filter(([, r = '', g = '', b = '']) => {
        const share = (Number.parseInt(r, 16) - 0x12) / (0xfe - 0x12)
        return (
          Math.abs(0x34 + share * (0xdc - 0x34) - Number.parseInt(g, 16)) < 2 &&
          Math.abs(0x56 + share * (0xba - 0x56) - Number.parseInt(b, 16)) < 2
        )
      })
      .map(([color]) => color),
  )
  return between.size
}
