// Prints every field of every entity, or of the named entities, with the first files that read it.
import { entities } from '../../contract/entities.ts'
import { codeOnly, listFiles, isScript, isTest } from '../../tests/rules/sources.ts'
import { findReaders, mayRead } from './findReaders.ts'

const maxShown = 5
const names = process.argv.slice(2)
const files = listFiles((path) => isScript(path) && !isTest(path)).map(({ path, text }) => ({
  path,
  code: codeOnly(text),
}))
for (const { entity, field, isNote, readers } of findReaders(entities, files.filter(mayRead)))
  if (names.length === 0 || names.includes(entity))
    console.info(`${entity}.${field}: ${isNote ? 'note' : describe(readers)}`)

function describe(readers: readonly string[]): string {
  const others = readers.length - maxShown
  return readers.length === 0
    ? 'no reader'
    : `${readers.slice(0, maxShown).join(', ')}${others > 0 ? ` and ${others} others` : ''}`
}
