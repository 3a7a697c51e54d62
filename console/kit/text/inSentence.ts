/** Name for use within a sentence: lower case, except for abbreviations such as API or ID, and languages. */
export const inSentence = (name: string): string =>
  name.replaceAll(/\p{L}+/gu, (word) =>
    /^\p{Lu}\p{Ll}+$/u.test(word) && !languages.has(word) ? word.toLowerCase() : word,
  )

const languages: ReadonlySet<string> = new Set(['Chinese', 'English'])
