import type { Label } from './label.ts'
import type { Entry } from './nodes.ts'
import { getQualityWords, treeWords, type Language } from './words.ts'

/** An entry with its label before the change. */
export interface Change {
  readonly entry: Entry
  readonly before: Label
}

/** Above this number of changes only counts are announced, so that a lost connection is one announcement. */
const maxNamed = 3

/**
 * Returns the text for the live region: values that became doubtful, and values that recovered from an announced doubt.
 * Changed values are not announced. Updates `isInDoubt` of the entries.
 */
export function announcements(changes: readonly Change[], language: Language): string {
  const sentences = changes.flatMap(({ entry, before }) => {
    const { label } = entry
    if (!label || label.isHidden || label.quality === before.quality) return []
    const isWorse = label.quality > before.quality
    if (!isWorse && !(label.quality === 0 && entry.isInDoubt)) return []
    entry.isInDoubt = isWorse
    return [{ name: entry.node.component.name, quality: label.quality }]
  })
  if (sentences.length > maxNamed) {
    const counts = new Map(
      sentences.map(({ quality }) => [quality, sentences.filter((other) => other.quality === quality).length]),
    )
    return [...counts].map(([quality, count]) => treeWords.changed(count, quality)[language]).join(separator[language])
  }
  return sentences
    .map(({ name, quality }) => `${name}: ${(getQualityWords(quality) ?? treeWords.goodAgain)[language]}`)
    .join(separator[language])
}

const separator: Readonly<Record<Language, string>> = { en: '; ', zh: '；' }
