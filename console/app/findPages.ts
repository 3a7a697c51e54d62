import type { Page } from './page.ts'

/** The pages that a few typed letters mean: in either language or by path, every word somewhere; those that begin with it first. */
export function findPages(pages: readonly Page[], typed: string): readonly Page[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = ({ words: { en, zh }, path }: Page): string => `${en} ${zh} ${path}`.toLowerCase()
  const begins = ({ words: { en, zh } }: Page): boolean => [en, zh].some((name) => name.toLowerCase().startsWith(words[0] ?? ''))
  const found = pages.filter((page) => words.every((word) => textOf(page).includes(word)))
  return [...found.filter(begins), ...found.filter((page) => !begins(page))]
}
