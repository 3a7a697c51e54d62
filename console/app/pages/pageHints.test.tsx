import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../../contract/entity/define.ts'
import { allPages, isEntityPage } from './pages.ts'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'

const frame = {
  id: 'd1',
  revision: 1,
  titles: {},
  project: 'east',
  createdAt: 0,
  createdBy: 'ann',
  updatedAt: 0,
  updatedBy: 'ann',
}

/** Renders the lead section that a page shows above the values of a row. */
async function renderHint(path: string, values: Readonly<Record<string, string>>): Promise<string> {
  const page = allPages.find((each) => each.path === path)
  const shape = page && isEntityPage(page.shows) ? await page.shows.more?.() : undefined
  const row: Row = JSON.parse(JSON.stringify({ ...frame, ...values }))
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  return renderToStaticMarkup(<StoresProvider value={stores}>{shape?.lead?.(row)}</StoresProvider>)
}

test.each([
  ['/platform/devices', 'plantDevice'],
  ['/instdet3', 'device'],
])('the row details of %s start with the live values of its device', async (path, field) => {
  expect(await renderHint(path, { [field]: 'comp-a' })).toContain('ant-skeleton')
  expect(await renderHint(path, {})).toMatch(/role="status"/)
})
