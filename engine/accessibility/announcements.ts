import type { Label } from './label.ts'
import type { Entry } from './nodes.ts'
import { qualityWord, treeWords, type Language } from './words.ts'

/** An entry with its label before the change. */
export interface Change {
  readonly entry: Entry
  readonly before: Label
}

/** Above this number of changes only counts are announced, so that a lost connection is one announcement. */
const mostNamed = 3

/**
 * Returns the text for the live region: values that became doubtful, and values that recovered from an announced doubt.
 * Changed values are not announced. Updates `isInDoubt` of the entries.
 */
export function announcements(changes: readonly Change[], language: Language): string {
  const told = changes.flatMap(({ entry, before }) => {
    const { label } = entry
    if (!label || label.isHidden || label.quality === before.quality) return []
    const isWorse = label.quality > before.quality
    if (!isWorse && !(label.quality === 0 && entry.isInDoubt)) return []
    entry.isInDoubt = isWorse
    return [{ name: entry.node.component.name, quality: label.quality }]
  })
  if (told.length > mostNamed) {
    const counts = new Map(told.map(({ quality }) => [quality, told.filter((other) => other.quality === quality).length]))
    return [...counts].map(([quality, count]) => treeWords.changed(count, quality)[language]).join(separator[language])
  }
  return told.map(({ name, quality }) => `${name}: ${(qualityWord(quality) ?? treeWords.goodAgain)[language]}`).join(separator[language])
}

const separator: Readonly<Record<Language, string>> = { en: '; ', zh: '；' }
