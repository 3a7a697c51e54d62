import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageWords } from './messageWords.ts'

test('every schema message of a drawing is translated to Chinese', () => {
  const sources = ['parse.ts', '../document/model/schemas.ts', '../document/symbols/symbolSchemas.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  // A message is the last argument of a check, or a `message` property.
  const messages = sources.flatMap((source) =>
    [...source.matchAll(/(?:,\s+|message:\s+|[?:]\s+)'([a-z][^']* [^']*)'/g)].map(([, message = '']) => message),
  )
  expect(messages.length).toBeGreaterThan(15)
  expect(messages.filter((message) => !/\p{Script=Han}/u.test(messageWords[message] ?? ''))).toEqual([])
  expect(Object.keys(messageWords).filter((message) => !messages.includes(message))).toEqual([])
})
