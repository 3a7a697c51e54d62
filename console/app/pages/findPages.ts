import type { Page } from './page.ts'

/**
 * Finds pages by title, in either language, or by path. Every typed word must match; pages whose title starts with the
 * first word are listed first.
 */
export function findPages(pages: readonly Page[], typed: string): readonly Page[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const toSearchText = ({ words: { en, zh }, path }: Page): string => `${en} ${zh} ${path}`.toLowerCase()
  const begins = ({ words: { en, zh } }: Page): boolean =>
    [en, zh].some((name) => name.toLowerCase().startsWith(words[0] ?? ''))
  const found = pages.filter((page) => words.every((word) => toSearchText(page).includes(word)))
  return [...found.filter(begins), ...found.filter((page) => !begins(page))]
}
