import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callEntity, call, makeAccount, signIn, testPassword } from '../support/server/api.ts'
import type { Journey } from '../support/browser/journey.ts'
import { startJourney } from '../support/browser/journey.ts'
import { sharedShop as shop } from '../support/shared/plants.ts'

let journey: Journey
let admin: string
let ann: string

beforeAll(async () => {
  journey = await startJourney()
  admin = await signIn(journey.server)
  ann = (
    await makeAccount(journey.server, admin, {
      username: 'ann',
      password: testPassword,
      role: 'operator',
      projects: [{ project: 'tunnel', role: 'operator' }],
    })
  ).id
})
afterEach(async ({ task }) => await journey?.review(task.name, task.result?.state === 'fail'))
afterAll(async () => await journey?.end())

describe('a user signed in by another system', () => {
  const address = async () => {
    const jwt = await new SignJWT({ sub: 'ann', jti: `j-${Math.random()}` })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(shop.key)
      .setExpirationTime('60s')
      .sign(new TextEncoder().encode(shop.secret))
    return `/single?AppKey=${shop.key}&Jwt=${jwt}`
  }

  it('is signed in, the address keeps nothing of the token, and the same address a second time leads to the sign-in page', async () => {
    const path = await address()
    const tab = await journey.open()
    await tab.goto(path)
    await tab.see('button', 'Account ann')
    expect(tab.page.url()).not.toMatch(/Jwt|single/)
    expect(await tab.page.evaluate(() => history.length)).toBeLessThanOrEqual(3)
    const again = await journey.open()
    await again.goto(path)
    await again.see('textbox', 'Account')
    await again.read(/Single sign-on failed/)
    expect(again.page.url()).not.toMatch(/Jwt/)
  })
})

describe('a user with changing permissions', () => {
  it('is notified while working and can open the newly permitted pages', async () => {
    const tab = await journey.open()
    await tab.goto('/login?from=/profile')
    await tab.signIn('ann', testPassword)
    await tab.see('heading', 'My account')
    expect(await tab.isSeen('link', 'Accounts')).toBe(false)
    const {
      data: { revision },
    } = await callEntity(journey.server, 'account', 'read', { token: admin, params: { id: ann } })
    const raised = await callEntity(journey.server, 'account', 'update', {
      token: admin,
      params: { id: ann },
      headers: { 'if-match': `"${revision}"` },
      body: { values: { role: 'manager', projects: [{ project: 'tunnel', role: 'manager' }] } },
    })
    expect(raised.status).toBe(200)
    await tab.read(/An administrator changed what you may do\. Changed: role/)
    await tab.show('rights-changed')
  })
})

describe('a manager of API tokens', () => {
  it('creates a token with chosen permissions, sees it once, and revokes it', async () => {
    const tab = await journey.open()
    await tab.goto('/login?from=/system/api-tokens')
    await tab.signIn('admin', journey.server.adminPassword)
    await tab.press('New token')
    await tab.fill('Name', 'reporting', 'textbox', 'dialog')
    await tab.press('All permissions *:*:*', 'checkbox')
    await tab.press('Create token')
    const field = await tab.see('textbox', 'Token')
    const token = await field.evaluate((input) => (input instanceof HTMLInputElement ? input.value : ''))
    expect(token).toMatch(/^mimic_[\w-]{43}$/)
    expect((await callEntity(journey.server, 'pole', 'list', { token })).status).toBe(200)
    await tab.press('I have saved it')
    await tab.press('Revoke reporting')
    await tab.press('Revoke', 'button', 'dialog')
    await tab.read(/Token revoked/)
    expect((await callEntity(journey.server, 'pole', 'list', { token })).status).toBe(401)
    expect(
      await tab.page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
    ).not.toContain(token)
    expect((await call(journey.server, 'token.list', { token: admin })).data.map(({ name }) => name)).toEqual([
      'reporting',
    ])
  })
})

describe('the page of the API', () => {
  it(
    "shows every route with nothing from elsewhere, and without the person's token anywhere in it",
    { tags: 'full' },
    async () => {
      const tab = await journey.open()
      const foreign: string[] = []
      tab.page.on('request', (request) => {
        if (!request.url().startsWith(journey.server.httpUrl) && !/^(?:data|blob):/.test(request.url()))
          foreign.push(request.url())
      })
      const faults: string[] = []
      tab.page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      await tab.goto('/api/docs')
      await tab.fill('API token', admin)
      await tab.press('Open')
      await tab.read(/Accounts \/ 账号/)
      await tab.show('api-docs')
      expect([foreign, faults]).toEqual([[], []])
      expect(await tab.page.evaluate(() => document.body.innerHTML)).not.toContain(admin)
    },
  )
})
