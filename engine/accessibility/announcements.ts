import type { Label } from './label.ts'
import type { Entry } from './nodes.ts'
import { qualityWord, treeWords, type Language } from './words.ts'

/** An entry that says something else than before. */
export interface Change {
  readonly entry: Entry
  readonly before: Label
}

/** More at once are told as a number: a lost connection is one piece of news, not a thousand. */
const mostNamed = 3

/**
 * What is worth interrupting somebody for: values that became doubtful, and those that recovered from a doubt that was
 * told. Values that change are not: whoever wants one goes there. Notes in the entries what was told.
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
