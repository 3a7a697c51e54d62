import { createHash } from 'node:crypto'
import { catalog } from '@mimic/engine/catalog'
import { readDrawing, writeDrawing } from '@mimic/engine/document'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain, PackedRevision } from './revisionContent.ts'
import { maxChainLength, packRevision, unpackRevision } from './revisionContent.ts'

/** Stores texts one after another like the table. */
function createStore() {
  const rows: PackedRevision[] = []
  let chain: Chain | undefined
  return {
    rows,
    async save(text: string): Promise<void> {
      const revision = rows.length + 1
      const row = await packRevision({ revision, text, chain })
      rows.push(row)
      chain = { base: row.base, fullBytes: rows[row.base - 1]?.content.length ?? 0, chainBytes: row.chainBytes, text }
    },
    read: async (revision: number): Promise<string> =>
      (await unpackRevision(rows.slice((rows[revision - 1]?.base ?? 0) - 1, revision))).text,
  }
}

const types = ['rect', 'text', 'circle', 'line', 'button'] as const
const createDrawing = (count: number): string => {
  const components = Array.from({ length: count }, (_, at) => ({
    id: `c${at}-${(at * 7919) % 10007}`,
    type: types[at % types.length],
    name: `Pump ${at}`,
    x: (at * 37) % 1600,
    y: (at * 91) % 900,
    width: 40 + (at % 60),
    height: 20 + (at % 30),
    props: at % 5 === 1 ? { text: `P-${at}` } : {},
    bindings:
      at % 3 === 0 && at % 5 === 0
        ? [{ prop: 'backgroundColor', tag: `street/pole-${at % 400}/power`, via: { kind: 'value' } }]
        : [],
  }))
  const read = readDrawing({ version: 1, name: 'Works', components }, catalog)
  if (read.problems) throw new Error(JSON.stringify(read.problems.slice(0, 3)))
  return writeDrawing(read.value.drawing)
}

describe('stored revisions', () => {
  it('each come back as they were saved, after any chain of saves', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 })
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), async (texts) => {
        const store = createStore()
        for (const each of texts) await store.save(each)
        for (const [at, each] of texts.entries()) expect(await store.read(at + 1)).toBe(each)
      }),
      { numRuns: 60 },
    )
  })

  it(
    'of 1,000 saves of 2,000 components take less than 20 times the space of one drawing',
    { tags: 'full' },
    async () => {
      const store = createStore()
      let text = createDrawing(2000)
      const some = new Map<number, string>()
      await store.save(text)
      for (let save = 1; save < 1000; save++) {
        // Simulates editing between two saves: some components move, one is formatted, and occasionally one is added or
        // removed, or all move.
        const lines = text.split('\n')
        for (let count = 0; count < 5; count++) {
          const at = 1 + ((save * 613 + count * 131) % (lines.length - 3))
          lines[at] = (lines[at] ?? '').replace(
            /"x":[-\d.]+,"y":[-\d.]+/,
            `"x":${(save * 17 + count * 3) % 1600},"y":${(save * 29) % 900}`,
          )
        }
        if (save % 7 === 0)
          lines.splice(
            1 + (save % 900),
            0,
            `{"id":"n${save}","type":"rect","name":"New ${save}","rank":"a${save}","x":1,"y":2,"width":30,"height":40},`,
          )
        if (save % 11 === 0) lines.splice(1 + (save % 700), 1)
        text = lines.join('\n')
        if (save % 50 === 0) text = text.replaceAll(/"x":([-\d.]+)/g, (_, x: string) => `"x":${Number(x) + 10}`)
        await store.save(text)
        if (save % 97 === 0) some.set(save + 1, text)
      }
      const one = store.rows[0]?.content.length ?? 0
      const all = store.rows.reduce((sum, { content }) => sum + content.length, 0)
      expect(all / one).toBeLessThan(20)
      for (const [revision, saved] of some) expect(await store.read(revision)).toBe(saved)
    },
  )

  it('are full copies where everything changes each time', async () => {
    const store = createStore()
    for (let save = 0; save < 4; save++)
      await store.save(
        Array.from({ length: 100 }, (_, at) => createHash('sha256').update(`${save} ${at}`).digest('hex')).join('\n'),
      )
    expect(store.rows.map(({ form }) => form)).toEqual(['full', 'full', 'full', 'full'])
  })

  it('start with a full copy again before a chain becomes long', async () => {
    const store = createStore()
    const text = createDrawing(20)
    for (let save = 0; save < 2 * maxChainLength + 10; save++) await store.save(`${text}${save}`)
    expect(Math.max(...store.rows.map(({ base }, at) => at + 1 - base))).toBeLessThanOrEqual(maxChainLength)
    expect(await store.read(2 * maxChainLength)).toBe(`${text}${2 * maxChainLength - 1}`)
  })

  it('name the uploaded files that they show and the one before did not', async () => {
    const store = createStore()
    const file = '6a4b1c3e-0000-4000-8000-1234567890ab'
    await store.save('{"components":[\n{"id":"a","props":{"url":""}}\n]}')
    await store.save(`{"components":[\n{"id":"a","props":{"url":"/common/download?fileName=${file}"}}\n]}`)
    await store.save(`{"components":[\n{"id":"b","props":{"url":"/common/download?fileName=${file}"}}\n]}`)
    expect(store.rows.map(({ files }) => files)).toEqual([[], [file], [file]])
  })
})
