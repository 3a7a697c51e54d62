import { choice, color, flag, number, points, text } from '../schema/index.ts'
import type { Fields } from '../schema/index.ts'

const words = { en: 'x', zh: 'x' }

interface TestType {
  readonly fields: Fields
  readonly size: { readonly width: number; readonly height: number }
  readonly ends?: {
    readonly from: string
    readonly to: string
    readonly points: string
    readonly routing: string
    readonly bends?: string
  }
}

/** A line type with attachable ends. `routing` is its default routing mode. */
export const lineType = (routing: 'orthogonal' | 'straight'): TestType => ({
  size: { width: 100, height: 100 },
  ends: { from: 'from', to: 'to', points: 'corners', routing: 'routing' },
  fields: {
    from: text(words, { bindable: false }),
    to: text(words, { bindable: false }),
    corners: points(words, { default: [0, 0, 1, 1] }),
    routing: choice(words, {
      default: routing,
      options: [
        { value: 'orthogonal', words },
        { value: 'straight', words },
      ],
    }),
  },
})

/** Small component types for tests of modules that must not import the component catalog. */
export const testTypes: ReadonlyMap<string, TestType> = new Map<string, TestType>([
  [
    'box',
    {
      size: { width: 120, height: 80 },
      fields: {
        fill: color(words, { default: '#ccccccff' }),
        border: number(words, { default: 0, min: 0, max: 100 }),
        caption: text(words, { maxLength: 20 }),
        lit: flag(words, { bindable: false }),
      },
    },
  ],
  [
    'wire',
    {
      size: { width: 200, height: 0 },
      fields: {
        corners: points(words, { default: [0, 0, 1, 1] }),
        thickness: number(words, { default: 2, min: 0, max: 50 }),
      },
    },
  ],
  [
    'joint',
    {
      size: { width: 100, height: 100 },
      ends: { from: 'from', to: 'to', points: 'corners', routing: 'routing', bends: 'bends' },
      fields: {
        from: text(words, { bindable: false, format: 'end' }),
        to: text(words, { bindable: false, format: 'end' }),
        corners: points(words, { default: [0, 0, 1, 1] }),
        bends: points(words, { default: [0, 0, 1, 1] }),
        routing: choice(words, {
          default: 'orthogonal',
          options: [
            { value: 'orthogonal', words },
            { value: 'straight', words },
          ],
        }),
      },
    },
  ],
])
