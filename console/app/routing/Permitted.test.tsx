import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'
import { Permitted } from './Permitted.tsx'

type Account = NonNullable<ReturnType<typeof createRoot>['session']['account']>

function shown(account: Partial<Account> | null, props: Omit<Parameters<typeof Permitted>[0], 'children'>): boolean {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  runInAction(() => {
    stores.session.account = account && {
      id: 'a1',
      name: 'ann',
      role: 'operator',
      projects: [],
      roles: ['operator'],
      permissions: [],
      mustChangePassword: false,
      mustSetSecondStep: false,
      ...account,
    }
  })
  return (
    renderToStaticMarkup(
      <StoresProvider value={stores}>
        <Permitted {...props}>content</Permitted>
      </StoresProvider>,
    ) === 'content'
  )
}

test('section 5: role directive: an element is removed if the role list is empty', () => {
  expect(shown({ roles: ['operator', 'night'] }, { role: [] })).toBe(false)
})

test('section 5: role directive: an element is removed if the user lacks any listed role', () => {
  const night = { roles: ['operator', 'night'] }
  expect([
    shown(night, { role: 'night' }),
    shown(night, { role: ['day', 'night'] }),
    shown(night, { role: 'day' }),
    shown(night, { role: ['day', 'noon'] }),
    shown(null, { role: 'night' }),
  ]).toEqual([true, true, false, false, false])
})

test('section 5: role directive: admin always passes', () => {
  expect([
    shown({ role: 'super', roles: ['super'] }, { role: ['day'] }),
    shown({ role: 'super', roles: ['super'] }, { role: [] }),
  ]).toEqual([true, true])
})

test('section 5: permission check: *:*:* passes everything; otherwise an exact match is required', () => {
  expect([
    shown({ permissions: ['*:*:*'] }, { permission: 'a:b:c' }),
    shown({ permissions: ['a:b:c'] }, { permission: 'a:b:c' }),
    shown({ permissions: ['a:b:c'] }, { permission: 'a:b:d' }),
    shown({ permissions: ['a:b:c'] }, { permission: ['a:b:d', 'a:b:c'] }),
    shown(null, { permission: 'a:b:c' }),
  ]).toEqual([true, true, false, true, false])
})
