/** A declared name inside a sentence: small letters, but for what is written in capitals wherever it stands, such as API or ID, and for languages. */
export const inSentence = (name: string): string => name.replaceAll(/\p{L}+/gu, (word) => (/^\p{Lu}\p{Ll}+$/u.test(word) && !languages.has(word) ? word.toLowerCase() : word))

const languages: ReadonlySet<string> = new Set(['Chinese', 'English'])
