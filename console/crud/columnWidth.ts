import type { EntityField, Option, Words } from '../../contract/entity/field.ts'

/** Of a cell's padding, and of the arrows in the head of a column that can be sorted. */
const paddingPx = 24
const arrowsPx = 16
/** What is longer is shortened with dots, and said in full under the pointer and where the row is opened. */
const widestChoicePx = 150
/** A badge's frame, mark and padding; its letters are smaller than others. */
const badgePx = 29
const badgeShare = 12 / 13
/** Heads are bold. */
const headShare = 1.05
/** What is about so wide may be a little wider. */
const sparePx = 3
/** A text of one line that may be so long is a sentence or an address, and no name. */
const sentence = 200

interface ColumnFacts {
  readonly isTitle: boolean
  readonly isSortable: boolean
  /** Also the longest of its options stands there whole; default: what is much longer than most is cut. */
  readonly isWhole?: boolean
  /** What the page's own cell of it needs, where it has one that says more than the value. */
  readonly cellPx?: number | undefined
  readonly say: (words: Words) => string
}

/** How wide a column is: as its head and, where they are known, its values need it; so as many columns as can be stand in sight. */
export function columnWidth(field: EntityField, head: string, { isTitle, isSortable, isWhole = false, cellPx = 0, say }: ColumnFacts): number {
  const least = textWidth(head) * headShare + sparePx + paddingPx + (isSortable ? arrowsPx : 0)
  return Math.round(Math.min(300, Math.max(least, ofValues(), cellPx)))

  function ofValues(): number {
    if (isTitle) return field.kind !== 'text' ? 168 : field.format === 'code' ? 132 : field.maxLength >= sentence ? 268 : 228
    switch (field.kind) {
      case 'number': return 84 + (field.unit.length > 2 ? textWidth(field.unit) : 0)
      case 'live': return field.options ? widestOf(field.options) : field.unitBy === undefined ? 84 : 112
      case 'flag': case 'secret': return 72
      case 'choice': return isWhole ? widestOf(field.options) : Math.min(widestChoicePx, widestOf(field.options))
      case 'instant': return field.precision === 'day' ? 108 : 148
      case 'text': return field.format === 'lines' ? 180 : field.format === 'line' && field.maxLength >= sentence ? 148 : 112
      case 'ref': return 144
      default: return 124
    }
  }

  function widestOf(options: readonly Option[]): number {
    return Math.max(...options.map(({ words, tone }) => (tone === undefined ? textWidth(say(words)) : textWidth(say(words)) * badgeShare + badgePx)), 0) + sparePx + paddingPx
  }
}

/** Texts of sentences: what is left of the room is theirs, for they are cut first and nothing else needs it. */
export const isSentence = (field: EntityField | undefined): boolean => field?.kind === 'text' && (field.format === 'lines' || field.maxLength > 200)

/**
 * Widths that fill the room. The spare of it goes first to what would be cut without need, as `wholeOf` says; then by their parts to those
 * that grow, and where none does to all in proportion: the table itself would give of it to the marks and buttons at the ends too. Where none
 * is spare they stay.
 */
export function spread(
  given: Readonly<Record<string, number>>, partOf: (name: string) => number, roomPx: number, wholeOf: (name: string) => number = () => 0,
): Readonly<Record<string, number>> {
  const widths: Record<string, number> = { ...given }
  const names = Object.keys(widths)
  let spare = roomPx - Object.values(given).reduce((sum, width) => sum + width, 0)
  if (spare <= 0) return given
  for (const name of names) {
    const width = given[name] ?? 0
    const more = Math.max(0, Math.min(spare, wholeOf(name) - width))
    widths[name] = width + more
    spare -= more
  }
  const parts = names.reduce((sum, name) => sum + partOf(name), 0)
  const share = roomPx / (roomPx - spare)
  return Object.fromEntries(Object.entries(widths).map(([name, width]) => [name, parts === 0 ? Math.floor(width * share) : width + Math.floor((spare * partOf(name)) / parts)]))
}

/** The frame's columns: the project, when, and who, whose head is longer than most names. */
export const frameWidth = (name: string): number => (name.endsWith('At') ? 148 : name.endsWith('By') ? 122 : 108)

/** About how wide a text stands there: an ideograph is a square, and an m three times an i. */
export const textWidth = (text: string): number => Array.from(text, letterWidth).reduce((sum, width) => sum + width, 0)

/** Measured in the browser, at 13 px: letters that are about as wide as each other, and how wide; all others are as wide as a figure. */
const letters: readonly (readonly [letters: string, px: number])[] = [
  [' ', 3], ['ijlI|\',.:;', 3.8], ['frt!()[]{}-/', 4.8], ['bdhnopquABEKPRSTXVZ', 8.1], ['CDGHNOQU&', 9.3], ['mwMW%@', 11.8],
]
const widths: ReadonlyMap<string, number> = new Map(letters.flatMap(([alike, px]) => Array.from(alike, (letter) => [letter, px] as const)))
const letterWidth = (letter: string): number => (letter > '\u2E7F' ? 13 : widths.get(letter) ?? 7.3)
