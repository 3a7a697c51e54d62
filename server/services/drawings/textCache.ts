/** Cache limit in characters: the newest revisions of a few drawings being edited. */
const maxCharacters = 24_000_000

/** Least recently used cache of texts by hash. */
export function createTextCache() {
  const texts = new Map<string, string>()
  let characters = 0
  return {
    get(hash: string): string | undefined {
      const text = texts.get(hash)
      if (text !== undefined) {
        texts.delete(hash)
        texts.set(hash, text)
      }
      return text
    },
    add(hash: string, text: string): void {
      if (texts.has(hash) || text.length > maxCharacters / 2) return
      texts.set(hash, text)
      characters += text.length
      for (const [oldest, { length }] of texts) {
        if (characters <= maxCharacters) break
        texts.delete(oldest)
        characters -= length
      }
    },
  }
}

export type TextCache = ReturnType<typeof createTextCache>
