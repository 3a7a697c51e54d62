import type { EntityField, Option, Words } from '../../../contract/entity/field.ts'

/** Padding of a cell, and width of the sort arrows in a column header. */
const paddingPx = 24
const arrowsPx = 16
/** Longer options are truncated; the tooltip and the details show them in full. */
const maxChoicePx = 150
/** Frame, icon and padding of a badge, whose font is smaller. */
const badgePx = 29
const badgeShare = 12 / 13
/** Headers are bold. */
const headShare = 1.05
/** Tolerance for estimated text widths. */
const sparePx = 3
/** A one-line text field with at least this maximum length contains a sentence or an address, not a name. */
const sentence = 200

interface ColumnFacts {
  readonly isTitle: boolean
  readonly isSortable: boolean
  /** Reserves room for the longest option. By default, options much longer than most are truncated. */
  readonly isWhole?: boolean
  /** Width required by a custom cell that shows more than the value. */
  readonly cellPx?: number | undefined
  readonly localize: (words: Words) => string
}

/**
 * Width of a column in pixels, from its header and, where known, its values. Kept small, so that as many columns as
 * possible are visible.
 */
export function columnWidth(
  field: EntityField,
  head: string,
  { isTitle, isSortable, isWhole = false, cellPx = 0, localize }: ColumnFacts,
): number {
  const minPx = textWidth(head) * headShare + sparePx + paddingPx + (isSortable ? arrowsPx : 0)
  return Math.round(Math.min(300, Math.max(minPx, ofValues(), cellPx)))

  function ofValues(): number {
    if (isTitle)
      return field.kind !== 'text' ? 168 : field.format === 'code' ? 132 : field.maxLength >= sentence ? 260 : 228
    switch (field.kind) {
      case 'number':
        return 84 + (field.unit.length > 2 ? textWidth(field.unit) : 0)
      case 'live':
        return field.options ? getWidestOption(field.options) : field.unitBy === undefined ? 84 : 112
      case 'flag':
      case 'secret':
        return 72
      case 'choice':
        return isWhole ? getWidestOption(field.options) : Math.min(maxChoicePx, getWidestOption(field.options))
      case 'instant':
        return field.precision === 'day' ? 108 : 148
      case 'text':
        return field.format === 'lines' ? 180 : field.format === 'line' && field.maxLength >= sentence ? 148 : 112
      case 'ref':
        return 144
      default:
        return 124
    }
  }

  function getWidestOption(options: readonly Option[]): number {
    return (
      Math.max(
        ...options.map(({ words, tone }) =>
          tone === undefined ? textWidth(localize(words)) : textWidth(localize(words)) * badgeShare + badgePx,
        ),
        0,
      ) +
      sparePx +
      paddingPx
    )
  }
}

/** Returns true for long texts. They receive the remaining room, because they are truncated first. */
export const isSentence = (field: EntityField | undefined): boolean =>
  field?.kind === 'text' && (field.format === 'lines' || field.maxLength > 200)

/**
 * Distributes the remaining room among the columns. Columns that are still truncated grow first, up to `wholeOf`. The
 * rest is divided by `partOf`, or proportionally if no column has a part; otherwise the table would also widen the
 * checkbox and action columns. Returns the given widths if no room remains.
 */
export function spread(
  initial: Readonly<Record<string, number>>,
  getPart: (name: string) => number,
  roomPx: number,
  getFullWidth: (name: string) => number = () => 0,
): Readonly<Record<string, number>> {
  const widths: Record<string, number> = { ...initial }
  const names = Object.keys(widths)
  let spare = roomPx - Object.values(initial).reduce((sum, width) => sum + width, 0)
  if (spare <= 0) return initial
  for (const name of names) {
    const width = initial[name] ?? 0
    const more = Math.max(0, Math.min(spare, getFullWidth(name) - width))
    widths[name] = width + more
    spare -= more
  }
  const parts = names.reduce((sum, name) => sum + getPart(name), 0)
  const share = roomPx / (roomPx - spare)
  return Object.fromEntries(
    Object.entries(widths).map(([name, width]) => [
      name,
      parts === 0 ? Math.floor(width * share) : width + Math.floor((spare * getPart(name)) / parts),
    ]),
  )
}

/** Width of a common column (project, time, user); the header of the user columns is longer than most names. */
export const frameWidth = (name: string): number => (name.endsWith('At') ? 148 : name.endsWith('By') ? 122 : 108)

/** Estimated width of a text in pixels, at 13 px font size. */
export const textWidth = (text: string): number => Array.from(text, letterWidth).reduce((sum, width) => sum + width, 0)

/**
 * Character widths in pixels, measured in the browser at 13 px. Characters not listed are as wide as a digit;
 * ideographs are 13 px wide.
 */
const letters: readonly (readonly [letters: string, px: number])[] = [
  [' ', 3],
  ["ijlI|',.:;", 3.8],
  ['frt!()[]{}-/', 4.8],
  ['bdhnopquABEKPRSTXVZ', 8.1],
  ['CDGHNOQU&', 9.3],
  ['mwMW%@', 11.8],
]
const widths: ReadonlyMap<string, number> = new Map(
  letters.flatMap(([alike, px]) => Array.from(alike, (letter) => [letter, px] as const)),
)
const letterWidth = (letter: string): number => (letter > '\u2E7F' ? 13 : (widths.get(letter) ?? 7.3))
