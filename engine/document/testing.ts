import { color, flag, number, points, text } from '../schema/index.ts'
import type { Fields } from '../schema/index.ts'

const words = { en: 'x', zh: 'x' }

interface TestType {
  readonly fields: Fields
  readonly size: { readonly width: number; readonly height: number }
}

/** Small component types for the tests of the rooms that must not know the catalog. */
export const testTypes: ReadonlyMap<string, TestType> = new Map<string, TestType>([
  ['box', {
    size: { width: 120, height: 80 },
    fields: {
      fill: color(words, { default: '#ccccccff' }),
      border: number(words, { default: 0, min: 0, max: 100 }),
      caption: text(words, { maxLength: 20 }),
      lit: flag(words, { bindable: false }),
    },
  }],
  ['wire', {
    size: { width: 200, height: 0 },
    fields: { corners: points(words, { default: [0, 0, 1, 1] }), thickness: number(words, { default: 2, min: 0, max: 50 }) },
  }],
])
