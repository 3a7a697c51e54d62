import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { cabinet } from '../../../contract/lighting/cabinet.ts'
import type { Notice } from '../../stores/session/notices.ts'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeServer, fakeSurroundings, good } from '../../testing/fakes.ts'
import { useExport } from './useExport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const account = {
  id: 'a',
  name: 'ann',
  role: 'super',
  projects: [],
  roles: ['super'],
  permissions: ['*:*:*'],
  mustChangePassword: false,
  mustSetSecondStep: false,
}

function Export({ onDrawn }: { readonly onDrawn: (its: ReturnType<typeof useExport>) => void }) {
  onDrawn(useExport({ entity: cabinet }))
  return null
}

test('a spreadsheet is not exported while the project time zones are unknown, and the reason is reported', async () => {
  const { fetch, requests } = fakeServer(({ url, method }) => {
    if (method === 'POST') return good({ token: 't', expiresAt: 1e12, account })
    return url.includes('/export') ? good({ rows: [], total: 0 }) : { status: 503, body: { code: 503, msg: '' } }
  })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', new EventTarget())
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const notices: Notice[] = []
  stores.notices.onPost((notice) => notices.push(notice))
  await stores.session.signIn('ann', 'pw')
  await stores.projects.load()
  const drawn: ReturnType<typeof useExport>[] = []
  renderToStaticMarkup(
    <StoresProvider value={stores}>
      <Export onDrawn={(its) => drawn.push(its)} />
    </StoresProvider>,
  )
  await drawn[0]?.download({ page: 1, pageSize: 10 })
  expect([requests.filter(({ url }) => url.includes('/export')).length, notices.map(({ words }) => words)]).toEqual([
    0,
    [stores.projects.failure?.words],
  ])
})
