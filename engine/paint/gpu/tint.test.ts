import { describe, expect, it } from 'vitest'
import { catalog, resolveProps } from '../../components/catalog.ts'
import type { Examples } from '../../components/examples.ts'
import { GpuBrush } from './gpuBrush.ts'
import { packColor } from '../brush/primitiveLayout.ts'

const examples = import.meta.glob<Examples>('../../components/*/examples.ts', { eager: true, import: 'examples' })
const glyph = { u: 7, v: 9, w: 20, h: 40, left: 0, top: -0.8, advance: 0.5 }
const colors = ['#22c55e', '#00000000', '#12345680', '#ffffff']

describe.each(catalog.list.filter((type) => type.tint !== undefined).map((type) => [type.type, type] as const))(
  'the tint of a %s',
  (name, type) => {
    it('is the fill of its primitive and nothing else, wherever it may be written straight into it', () => {
      const tint = type.tint ?? ''
      expect(type.fields[tint]).toMatchObject({ kind: 'color', bindable: true })
      const brush = new GpuBrush({ glyph: () => glyph }, { url: () => 3, picture: () => 3 })
      const drawn = (props: Examples[string], color: string) => {
        brush.begin(10, 20, 60, 40, 0, false, false, 1, false, 0)
        type.draw(brush, resolveProps(type, props, { [tint]: color }), { width: 60, height: 40 })
        return brush.count === 1 && brush.isSimple ? brush.words.slice(0, 16) : null
      }
      let checked = 0
      for (const props of [{}, ...Object.values(examples[`../components/${name}/examples.ts`] ?? {})]) {
        const first = drawn(props, '#9ca3af')
        for (const color of first ? colors : []) {
          checked++
          expect(first?.with(4, packColor(color))).toEqual(drawn(props, color))
        }
      }
      expect(checked).toBeGreaterThan(0)
    })
  },
)

describe.each(catalog.list.filter((type) => type.label !== undefined).map((type) => [type.type, type] as const))(
  'the label of a %s',
  (name, type) => {
    it('is all there is to be seen, and drawn with other words as the type draws it with them', () => {
      const { field, unless } = type.label ?? { field: '', unless: '' }
      expect([type.fields[field], type.fields[unless]]).toMatchObject([
        { kind: 'text', bindable: true },
        { kind: 'flag' },
      ])
      const size = { width: 60, height: 40 }
      const createBrush = () => new GpuBrush({ glyph: () => glyph }, { url: () => 3, picture: () => 3 })
      const drawn = (props: Examples[string], words: string) => {
        const brush = createBrush()
        brush.begin(10, 20, size.width, size.height, 0, false, false, 1, false, 0)
        type.draw(brush, resolveProps(type, props, { [field]: words }), size)
        return brush
      }
      const places = new Float64Array(8)
      let checked = 0
      for (const props of [
        {},
        { align: 'center' },
        { align: 'right', valign: 'bottom', fontSize: 9 },
        ...Object.values(examples[`../components/${name}/examples.ts`] ?? {}),
      ]) {
        const first = drawn(props, '12.3')
        const style = resolveProps(type, props, {})[unless] === true ? null : first.getLabelStyle('12.3')
        if (!style) continue
        first.keepLabel(places, 0)
        for (const words of ['7', '1234.5 kWh', 'two\nlines', '', ' ']) {
          checked++
          const secondBrush = createBrush()
          secondBrush.label(places, 0, words, style)
          const whole = drawn(props, words)
          expect([secondBrush.words.slice(0, secondBrush.count * 16), secondBrush.isSimple]).toEqual([
            whole.words.slice(0, whole.count * 16),
            whole.isSimple,
          ])
        }
      }
      expect(checked).toBeGreaterThan(0)
      expect(drawn({ backgroundColor: '#ffffff' }, '12.3').getLabelStyle('12.3')).toBe(null)
    })
  },
)
