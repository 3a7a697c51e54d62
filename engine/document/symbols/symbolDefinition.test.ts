import { expect, it } from 'vitest'
import { getDefinedSymbol, newDrawing, readDrawing, symbolDefinition, writeDrawing } from '../index.ts'
import { testTypes } from '../testing.ts'

const box = { id: 'a', type: 'box', x: 0, y: 0, width: 10, height: 10 }
const within = { id: 'w', type: 'group', x: 0, y: 0, width: 10, height: 10, link: { symbol: 'inner' } }
const symbols = [
  { id: 'inner', name: 'Inner', width: 10, height: 10, components: [box] },
  { id: 'other', name: 'Other', width: 10, height: 10, components: [box] },
  {
    id: 'outer',
    name: 'Outer',
    width: 20,
    height: 10,
    origin: { library: 'entry', revision: 2 },
    components: [within],
  },
]
const read = readDrawing({ version: 3, symbols, components: [] }, testTypes).value?.drawing ?? newDrawing()

it('keeps a symbol with those within it, and no others, as a file that opens again', () => {
  const outer = read.symbols?.find(({ id }) => id === 'outer')
  const definition = outer && symbolDefinition(outer, read.symbols ?? [])
  const reread = readDrawing(writeDrawing(definition ?? newDrawing()), testTypes)
  expect(reread.problems).toBeUndefined()
  expect(reread.value?.drawing.symbols?.map(({ id }) => id)).toEqual(['inner', 'outer'])
  const defined = getDefinedSymbol(reread.value?.drawing ?? newDrawing())
  expect([defined?.name, defined?.origin, outer?.origin]).toEqual([
    'Outer',
    undefined,
    { library: 'entry', revision: 2 },
  ])
})

it('finds no symbol where there is none, or more than one thing', () => {
  const instance = (id: string) => ({ id, type: 'group', x: 0, y: 0, width: 10, height: 10, link: { symbol: 'inner' } })
  const of = (components: readonly unknown[]) =>
    getDefinedSymbol(readDrawing({ version: 3, symbols, components }, testTypes).value?.drawing ?? newDrawing())?.id
  expect([of([]), of([box]), of([instance('i'), instance('j')]), of([instance('i')])]).toEqual([
    undefined,
    undefined,
    undefined,
    'inner',
  ])
})
