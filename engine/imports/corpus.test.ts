import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { readDrawing, writeDrawing } from '../document/index.ts'
import { findingWords, importAny } from './index.ts'
import type { Imported } from './index.ts'
import { toGolden, writeGolden } from './testing/golden.ts'

const folder = new URL('./corpus/', import.meta.url)
const files = readdirSync(folder).filter((name) => /\.(?:json|svg)$/.test(name) && !name.endsWith('.golden.json'))

const drawings = await Promise.all(files.map(async (name) => ({ name, imported: await importFile(name) })))

describe.each(drawings)('$name', ({ name, imported }) => {
  it('becomes the components and the report of its golden file', () => {
    const file = new URL(`${name.replace(/\.\w+$/, '')}.golden.json`, folder)
    const golden = toGolden(imported)
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, writeGolden(golden))
    expect(JSON.parse(JSON.stringify(golden))).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('survives being written and read again', () => {
    const reread = readDrawing(writeDrawing(imported.drawing), catalog)
    expect(reread.problems).toBeUndefined()
    expect(reread.value?.warnings).toEqual([])
    expect(reread.value?.drawing).toEqual(imported.drawing)
  })

  it('comes out the same each time', async () => {
    expect((await importFile(name)).drawing).toEqual(imported.drawing)
  })

  it('has no address that runs anything', () => {
    expect(JSON.stringify(imported.drawing)).not.toMatch(/javascript:|vbscript:|data:text|file:|<script/i)
  })
})

it('has words in both languages for every code', () => {
  for (const { en, zh } of Object.values(findingWords)) expect(en.length > 0 && /\p{Script=Han}/u.test(zh)).toBe(true)
})

async function importFile(name: string): Promise<Imported> {
  const read = await importAny(readFileSync(new URL(name, folder), 'utf8'), catalog)
  if (read.problems) throw new Error(`${name}: ${JSON.stringify(read.problems)}`)
  return read.value
}
