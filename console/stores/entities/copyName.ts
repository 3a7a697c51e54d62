import { limits } from '../../../contract/limits.ts'

/** Suffix of a copy in either language; it is removed before another copy is named. */
const ending = / \(copy(?: \d+)?\)$|（副本(?: \d+)?）$/
const endings = {
  en: (number: number): string => (number === 1 ? ' (copy)' : ` (copy ${number})`),
  zh: (number: number): string => (number === 1 ? '（副本）' : `（副本 ${number}）`),
} as const

/** Returns the name without the suffix of an earlier copy. */
export const originalName = (name: string): string => name.replace(ending, '')

/** Returns the first free name for a copy in the user's language, shortened to the maximum length. */
export function copyName(name: string, existing: Iterable<string>, language: keyof typeof endings): string {
  const all = new Set(existing)
  const original = Array.from(originalName(name))
  for (let number = 1; ; number++) {
    const end = endings[language](number)
    let characters = original
    while (characters.join('').length + end.length > limits.drawing.nameLength) characters = characters.slice(0, -1)
    const candidate = characters.join('') + end
    if (!all.has(candidate)) return candidate
  }
}
