import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '@mimic/engine/catalog'
import { readDrawing } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import { entities } from '../../../contract/entities.ts'
import { translateDrawing } from '../../../contract/sampleWords.ts'
import { createDemoSteps } from './demoFacilities.ts'
import { loadDemoWords } from './demoTexts.ts'

const samplesDir = join(import.meta.dirname, '../../../public/samples')
/** Text that stays the same on Chinese drawings: numbers, sections and units. */
const alike = /\b(?:JF|TH|TR|EX|IN|CO|PH|SL|TU|LED|Mimic|WO|[A-Z])(?:-?\d+)?\b|\bkW\b/g
const english = (text: string): readonly string[] => text.replaceAll(alike, '').match(/[A-Za-z]{2,}/g) ?? []

it('leaves no English word on the drawings of a Chinese demo, and only words are other', async () => {
  const { translateDrawing: drawn } = await loadDemoWords(samplesDir, 'zh-cn')
  for (const file of readdirSync(samplesDir).filter((name) => name.endsWith('.json'))) {
    const { drawing } = JSON.parse(readFileSync(join(samplesDir, file), 'utf8'))
    const [before, after] = [drawing, translateDrawing(drawing, drawn)].map(
      (each) => readDrawing(each, catalog).value?.drawing,
    )
    if (!before || !after) throw new Error(`${file} is no drawing`)
    expect([file, ...english(after.name)]).toEqual([file])
    for (const { name, props, bindings } of after.components) {
      const states = bindings.flatMap(({ prop, via }) =>
        prop === 'text' && via.kind === 'states' ? [via.otherwise, ...via.states.map(({ value }) => value)] : [],
      )
      for (const text of [name, props['text'], ...states])
        if (typeof text === 'string') expect([file, text, ...english(text)]).toEqual([file, text])
    }
    const bare = (list: typeof after.components) =>
      list.map(({ name: _, props, bindings, ...rest }) => ({
        ...rest,
        props: { ...props, text: '' },
        tags: bindings.map(({ prop, tag }) => [prop, tag]),
      }))
    expect(bare(after.components)).toEqual(bare(before.components))
  }
})

it('names the rows of a Chinese demo in Chinese, keeps their codes, and leaves an English one as it is', async () => {
  const [chinese, plain] = [await loadDemoWords(samplesDir, 'zh-cn'), await loadDemoWords(samplesDir, 'en-us')]
  for (const { entity: name, rows, moves = [] } of createDemoSteps({ tags: 2000, seed: 1 }, 0, () => 'UTC')) {
    const entity = entities.find((each) => each.name === name)
    for (const row of [
      ...rows((kind, title) => `${kind}/${title}`.toLowerCase()),
      ...moves.map(({ input }) => input),
    ]) {
      expect(plain.translateRow(row)).toEqual(row)
      const texts = chinese.translateRow(row)
      for (const [field, value] of Object.entries(row)) {
        const declared = entity?.fields[field]
        const isProse = declared?.kind === 'text' && (declared.format === 'line' || declared.format === 'lines')
        const unchanged = texts[field]
        // Values stored in both languages are shown in the user's language.
        const now = typeof unchanged === 'string' ? decodeLocalized(unchanged).zh : unchanged
        if (
          isProse &&
          typeof now === 'string' &&
          !['identifier', 'formula', 'number', 'event', 'manufacturer', 'tag', 'unit', 'option'].includes(field)
        )
          expect([name, field, now, ...english(now).filter((word) => !/^[a-z]/.test(word))]).toEqual([name, field, now])
        else if (declared?.kind === 'choice' || declared?.kind === 'ref')
          expect([name, field, now]).toEqual([name, field, value])
      }
    }
  }
  const option = chinese.translateRow({ option: '{"series":[{"name":"This year","type":"bar"}]}' })['option']
  expect([
    JSON.parse(typeof option === 'string' ? option : ''),
    chinese.translateRow({ formula: '{power} * {hours}', tag: 'factory/pump-01/power' }),
  ]).toEqual([
    { series: [{ name: '今年', type: 'bar' }] },
    { formula: '{power} * {hours}', tag: 'factory/pump-01/power' },
  ])
})
