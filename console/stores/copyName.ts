import { limits } from '../../contract/limits.ts'

/** What stands behind the name of a copy, in either language: a copy of a copy is one more of the same original. */
const ending = / \(copy(?: \d+)?\)$|（副本(?: \d+)?）$/
const endings = {
  en: (number: number): string => (number === 1 ? ' (copy)' : ` (copy ${number})`),
  zh: (number: number): string => (number === 1 ? '（副本）' : `（副本 ${number}）`),
} as const

/** The name of what is copied, without what an earlier copying put behind it. */
export const originalName = (name: string): string => name.replace(ending, '')

/** A drawing's name for a copy, in the language of who copies: the first of its kind that is not taken, shortened where it would be too long. */
export function copyName(name: string, taken: Iterable<string>, language: keyof typeof endings): string {
  const all = new Set(taken)
  const original = Array.from(originalName(name))
  for (let number = 1; ; number++) {
    const end = endings[language](number)
    let kept = original
    while (kept.join('').length + end.length > limits.drawing.nameLength) kept = kept.slice(0, -1)
    const made = kept.join('') + end
    if (!all.has(made)) return made
  }
}
