import type { Size } from '../../paint/brush/brush.ts'
import type { FieldValue, Words } from '../../schema/index.ts'
import type { Variant } from '../define.ts'

/** Title of charts added from the toolbox, which marks their sample data. */
const sampleTitle: Words = { en: 'Sample', zh: '示例' }
const section: Words = { en: 'Charts', zh: '图表' }

/** Creates a toolbox variant with labelled sample data. The default of the type has no data. */
export function sampleVariant(
  id: string,
  words: Words,
  size: Size,
  props: Readonly<Record<string, FieldValue>>,
): Variant {
  return { id, words, section, size, props: { text: sampleTitle.en, ...props }, texts: { text: sampleTitle } }
}

/** Creates a toolbox variant with two sample series over six times. */
export function sampleTable(id: string, words: Words): Variant {
  const ydata = [
    { name: 'A', data: [32, 41, 38, 52, 47, 44] },
    { name: 'B', data: [21, 25, 30, 28, 35, 31] },
  ]
  return sampleVariant(
    id,
    words,
    { width: 320, height: 200 },
    { data: JSON.stringify({ xdata: ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00'], ydata }) },
  )
}
