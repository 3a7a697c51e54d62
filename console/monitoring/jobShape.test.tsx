import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { jobShape } from './jobShape.tsx'

const rowOf = (values: object): Row => JSON.parse(JSON.stringify({ id: 'j1', revision: 1, titles: {}, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', ...values }))

test('a job that runs says so in place of what came of the run before', () => {
  const stores = createRoot({ baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' }, fakeSurroundings())
  const shown = (values: object): string => renderToStaticMarkup(<StoresProvider value={stores}>{jobShape.cells?.['lastResult']?.(rowOf(values))}</StoresProvider>)
  expect(shown({ runningSince: 1, lastResult: 'done' })).toMatch(/data-tone="underway".*jobs\.running/)
  expect(shown({ runningSince: null, lastResult: 'failed' })).toMatch(/data-tone="alarm".*Failed/)
})
