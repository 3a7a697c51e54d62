import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { linkage } from '../../../contract/scada/linkage.ts'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'
import { RelatedRows } from './RelatedRows.tsx'

const shown = (triggers: readonly EntityValues[]): string => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const row: Row = JSON.parse(
    JSON.stringify({
      id: 'l',
      revision: 1,
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      titles: {},
      triggers,
    }),
  )
  return renderToStaticMarkup(
    <StoresProvider value={stores}>
      <RelatedRows field={linkage.fields.triggers} name="triggers" row={row} />
    </StoresProvider>,
  )
}

test('the triggers of a linkage are shown as a table where it fits, otherwise as a list of filled fields', () => {
  const level = {
    source: 'device',
    device: 'tank',
    thing: 'attribute',
    identifier: 'level',
    operator: '>',
    value: '75',
    isCron: false,
  }
  const evening = { source: 'timed', thing: 'attribute', operator: '>', isCron: false, time: '18:30', weekdays: ['1'] }
  const table = shown([level, { ...level, value: '80' }])
  expect([
    table.match(/<thead>/g)?.length,
    table.match(/Comparison/g)?.length,
    table.includes('Use cron expression'),
  ]).toEqual([1, 1, false])
  const mixed = shown([level, evening])
  expect(
    ['<thead>', 'Comparison', 'Use cron expression', 'Execution time'].map((words) => mixed.split(words).length - 1),
  ).toEqual([0, 1, 1, 1])
})
