import { beforeAll, describe, expect, it } from 'vitest'
import { addAccount, callEntity, call, signIn } from '../../support/server/api.ts'
import type { RunningServer } from '../../support/server/server.ts'
import { joinServer } from '../../support/shared/client.ts'

let server: RunningServer
let admin: string

beforeAll(async () => {
  server = await joinServer()
  admin = await signIn(server)
  for (const project of ['tunnel', 'street']) {
    await callEntity(server, 'cabinet', 'create', {
      token: admin,
      body: { project, values: { name: `Quokka box ${project}`, address: `QB-${project}`, communication: 1 } },
    })
    await call(server, 'drawing.create', { token: admin, body: { project, name: `Quokka view ${project}` } })
  }
})

const find = async (token: string, text: string) =>
  (await call(server, 'search.find', { token, query: { text } })).data.map(({ kind, title, detail, project }) => [
    kind,
    title,
    detail,
    project,
  ])

describe('a search for everything', () => {
  it('finds drawings and rows by any part of name or address, whatever the case', async () => {
    expect(await find(admin, 'QUOKKA')).toEqual(
      expect.arrayContaining([
        ['drawing', 'Quokka view street', '', 'street'],
        ['drawing', 'Quokka view tunnel', '', 'tunnel'],
        ['cabinet', 'Quokka box street', 'QB-street', 'street'],
        ['cabinet', 'Quokka box tunnel', 'QB-tunnel', 'tunnel'],
      ]),
    )
    expect(await find(admin, ' qb-str ')).toEqual([['cabinet', 'Quokka box street', 'QB-street', 'street']])
    expect(await find(admin, 'no such thing')).toEqual([])
  })

  it('finds no objects of other projects, no private drawings of others, and accounts only with permission to list them', async () => {
    const { token, name } = await addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
    await call(server, 'drawing.create', {
      token: admin,
      body: { project: 'tunnel', name: 'Quokka secret', isPublic: false },
    })
    expect(await find(token, 'quokka')).toEqual([
      ['drawing', 'Quokka view tunnel', '', 'tunnel'],
      ['cabinet', 'Quokka box tunnel', 'QB-tunnel', 'tunnel'],
    ])
    expect((await find(token, 'street')).map(([kind, title]) => [kind, title])).toEqual([])
    expect(await find(token, name)).toEqual([])
    expect((await find(admin, name)).map(([kind, title]) => [kind, title])).toEqual([['account', name]])
  })

  it('returns a few results of each kind, and requires a search text', async () => {
    for (let count = 0; count < 7; count++)
      await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: `Wombat ${count}` } })
    expect(await find(admin, 'wombat')).toHaveLength(5)
    for (const text of ['', '  ', 'a'.repeat(101)])
      expect((await call(server, 'search.find', { token: admin, query: { text } })).bad.error).toBe('input.invalid')
  })
})
