import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { encodeLocalized } from '../../contract/localizedText.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { ScriptState } from './ScriptState.tsx'

test('the state of a script that the server stopped has its reason', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const problem = encodeLocalized({ en: 'Stopped after 10 failures in a row.', zh: '连续失败 10 次，已停用。' })
  const frame = { id: 's', revision: 1, createdAt: 0, createdBy: '', updatedAt: 0, updatedBy: '', titles: {} }
  const show = (values: Readonly<Record<string, string>>): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>
        <ScriptState row={{ ...frame, ...values } as unknown as Row} />
      </StoresProvider>,
    )
  expect(show({ status: 'disabled', problem })).toMatch(/Stopped after 10 failures in a row\.|连续失败 10 次，已停用。/)
  expect(show({ status: 'enabled' })).not.toContain('script-reason')
})
