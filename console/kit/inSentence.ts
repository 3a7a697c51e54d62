/** A declared name inside a sentence: small letters, but for what is written in capitals wherever it stands, such as API or ID. */
export const inSentence = (name: string): string => name.replaceAll(/\p{L}+/gu, (word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
