import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { account } from '../../contract/system/access.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { accountShape } from './accountShape.tsx'

const stores = createRoot(
  { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
  fakeSurroundings(),
)
const createRow = (values: object): Row =>
  JSON.parse(
    JSON.stringify({
      id: 'a1',
      revision: 1,
      titles: { e: 'East works' },
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      ...values,
    }),
  )

test('an account without projects shows a warning, and an account with all projects shows that', () => {
  const shown = (values: object): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>{accountShape.cells?.['projects']?.(createRow(values))}</StoresProvider>,
    )
  expect(shown({ role: 'operator', projects: [] })).toMatch(/data-tone="warning".*accounts\.noneText.*accounts\.none</)
  expect(shown({ role: 'super', projects: [] })).toBe('accounts.all')
  expect(shown({ role: 'operator', projects: [{ project: 'e', role: 'operator' }] })).toBe('East works')
})

test('the form warns as long as no project is assigned, except for accounts with all projects', () => {
  const Projects = accountShape.editors?.['projects']
  const props = { id: 'p', field: account.fields.projects, onChange: () => {} } as const
  const form = (role: string, value: readonly { readonly project: string; readonly role: string }[]): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>{Projects?.({ ...props, value, rowValues: { role } })}</StoresProvider>,
    )
  expect(form('operator', [])).toContain('accounts.noneText')
  expect(form('operator', [{ project: 'e', role: 'operator' }])).not.toContain('accounts.noneText')
  expect(form('super', [])).not.toContain('accounts.noneText')
})
