import type { TrendPen } from '../../contract/platform/trendDefinition.ts'
import type { Words } from '../../contract/entity/field.ts'
import type { PenTag } from './axes.ts'

/** Name of a pen: its label, or device and point. */
export function getPenName(
  { tag: path, label }: Pick<TrendPen, 'tag' | 'label'>,
  tag: PenTag | undefined,
  localize: (words: Words) => string,
): string {
  if (label !== '') return label
  const [, device = '', point = ''] = path.split('/')
  return tag ? `${tag.deviceName ?? tag.device} · ${localize(tag.words)}` : `${device} · ${point}`
}

/** Name with the unit in brackets, for headings of exports. */
export const addUnit = (name: string, unit: string | undefined): string => (unit ? `${name} (${unit})` : name)
