import { type Component, groupType, type Id, isId, makeComponent, newDrawing } from '@mimic/engine/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../../contract/routes.ts'
import { addAccount, call, signIn, sqlIn, readAuditLog } from '../../support/server/api.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

let server: StartedServer
let admin: string
let operator: string

beforeAll(async () => {
  server = await startServer({ args: ['--demo', '--plant', '100'] })
  admin = await signIn(server)
  operator = (await addAccount(server, admin, 'operator', [{ id: 'street', role: 'operator' }])).token
  await plantIsThere()
})
afterAll(() => server?.stop())

const order = (key: string, tag: string, value: number, token = operator) =>
  call(server, 'command.send', { token, body: { tag, value }, headers: { 'idempotency-key': key } })

async function plantIsThere(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { status, text } = await order(`probe-${tries}`, 'street/pole-001/dimming', 50, admin)
    if (status === 200) return
    if (tries > 100) throw new Error(`the plant did not come: ${text}\n${server.output()}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function waitUntilFinal(id: string): Promise<Command> {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = await call(server, 'command.read', { token: operator, params: { id } })
    if (data.state !== 'queued' && data.state !== 'sent') return data
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the command was never settled')
}

describe('a command', () => {
  it('is obeyed by the plant, acknowledged, and in the audit trail', async () => {
    const { status, data } = await order('lamp-on', 'street/pole-001/lamp', 1)
    expect(status).toBe(200)
    expect(['queued', 'sent', 'succeeded']).toContain(data.state)
    expect(await waitUntilFinal(data.id)).toMatchObject({ tag: 'street/pole-001/lamp', value: 1, state: 'succeeded' })
    const [newest] = await readAuditLog(server, admin, 'tag/street/pole-001/lamp')
    expect(newest).toMatchObject({
      action: 'command',
      user: expect.stringMatching(/^operator-/),
      content: JSON.stringify({ command: data.id, value: 1 }),
    })
  })

  it('sent twice with one key is one command; with another body it is refused', async () => {
    const [first, second] = await Promise.all([
      order('one-key', 'street/pole-002/dimming', 30),
      order('one-key', 'street/pole-002/dimming', 30),
    ])
    expect([first?.status, second?.status, second?.data.id]).toEqual([200, 200, first?.data.id])
    const other = await order('one-key', 'street/pole-002/dimming', 31)
    expect([other.status, other.bad.error]).toEqual([409, 'key.reused'])
    expect(await sqlIn(server, `select count(*)::int from command where idempotency_key = 'one-key'`)).toEqual([
      { count: 1 },
    ])
    const own = await order('one-key', 'street/pole-002/dimming', 31, admin)
    expect(own.status).toBe(200) // keys belong to an account
  })

  it.each([
    ['above its range', 'street/pole-001/dimming', 101, 400, 'tag.range'],
    ['below its range', 'street/pole-001/dimming', -1, 400, 'tag.range'],
    ['between off and on', 'street/pole-001/lamp', 0.5, 400, 'tag.range'],
    ['to a point that only reports', 'street/pole-001/power', 1, 400, 'tag.readOnly'],
    ['to a point that is not there', 'street/pole-001/horn', 1, 404, 'device.missing'],
    ['to another project', 'tunnel/lamp-001/lamp', 1, 404, 'device.missing'],
  ] as const)('%s is refused and never clamped', async (name, tag, value, status, error) => {
    const reply = await order(`wrong-${name.replaceAll(' ', '-')}`, tag, value)
    expect([reply.status, reply.bad.error]).toEqual([status, error])
  })

  it.each([null, 'ON', true, [], { $gt: 0 }])('of the value %j is refused', async (value) => {
    const { status, bad } = await call(server, 'command.send', {
      token: operator,
      body: { tag: 'street/pole-001/lamp', value },
      headers: { 'idempotency-key': 'kind' },
    })
    expect([status, bad.problems?.[0]?.path]).toEqual([400, 'value'])
  })

  it('without a key is refused', async () => {
    const { status, bad } = await call(server, 'command.send', {
      token: operator,
      body: { tag: 'street/pole-001/lamp', value: 1 },
    })
    expect([status, bad.problems?.[0]?.path]).toEqual([400, 'Idempotency-Key'])
  })

  describe('from a component that asks for a password', () => {
    const lamp = 'street/pole-001/lamp'
    let drawing = ''
    let tries = 0
    const from = (component: string, more: Readonly<Record<string, unknown>> = {}, token = operator) =>
      call(server, 'command.send', {
        token,
        body: { tag: lamp, value: 1, drawing, component, ...more },
        headers: { 'idempotency-key': `guarded-${tries++}` },
      })
    const setPassword = (component: string, password: string | null, token = admin) =>
      call(server, 'drawing.setComponentPassword', { token, params: { id: drawing }, body: { component, password } })

    beforeAll(async () => {
      const action = { kind: 'switch', tag: lamp, on: 1, off: 0 } as const
      const withPassword = { extras: { isPasswordAsked: true } }
      const components = [
        makeComponent({
          id: asId('guarded'),
          type: 'rect',
          name: 'Guarded',
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          action,
          ...withPassword,
        }),
        makeComponent({
          id: asId('group'),
          type: groupType,
          name: 'Group',
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          ...withPassword,
        }),
        makeComponent({
          id: asId('member'),
          type: 'rect',
          name: 'Member',
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          parent: asId('group'),
          action,
        }),
        makeComponent({ id: asId('open'), type: 'rect', name: 'Open', x: 0, y: 0, width: 10, height: 10, action }),
      ]
      const created = await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'street', name: 'Guarded', drawing: { ...newDrawing('Guarded'), components } },
      })
      if (created.status !== 200 || created.data.warnings.length > 0) throw new Error(created.text)
      drawing = created.data.id
    })

    it('is refused until one has been set, then without it and with a wrong one', async () => {
      expect((await from('guarded')).bad.error).toBe('component.passwordUnset')
      expect((await setPassword('guarded', 'open sesame')).status).toBe(200)
      expect(
        (await call(server, 'drawing.componentPasswords', { token: admin, params: { id: drawing } })).data,
      ).toEqual(['guarded'])
      const missing = await from('guarded')
      expect([missing.status, missing.bad.error]).toEqual([403, 'component.password'])
      const wrong = await from('guarded', { componentPassword: 'sesame' })
      expect([wrong.status, wrong.bad.error]).toEqual([403, 'component.passwordWrong'])
      expect((await from('guarded', { componentPassword: 'open sesame' })).status).toBe(200)
    })

    it("in a group that asks is asked for the group's", async () => {
      await setPassword('group', 'for all')
      expect((await from('member')).bad.error).toBe('component.password')
      expect((await from('member', { componentPassword: 'for all' })).status).toBe(200)
    })

    it('cannot be bypassed: another component, another drawing and a plain command to its point require its password too', async () => {
      const action = { kind: 'write', tag: lamp, value: null } as const
      const components = [
        makeComponent({ id: asId('other'), type: 'rect', name: 'Other', x: 0, y: 0, width: 10, height: 10, action }),
      ]
      const other = await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'street', name: 'Unguarded', drawing: { ...newDrawing('Unguarded'), components } },
      })
      const plain = (more: object = {}, tag = lamp) =>
        call(server, 'command.send', {
          token: operator,
          body: { tag, value: 1, ...more },
          headers: { 'idempotency-key': `guarded-${tries++}` },
        })
      const cases = [
        (more = {}) => from('open', more),
        (more = {}) => from('other', { drawing: other.data.id, ...more }),
        plain,
      ]
      for (const send of cases) {
        const missing = await send()
        expect([missing.status, missing.bad.error]).toEqual([403, 'component.password'])
        expect((await send({ componentPassword: 'closed sesame' })).bad.error).toBe('component.passwordWrong')
        expect((await send({ componentPassword: 'for all' })).status).toBe(200)
      }
      // Other points are not protected.
      expect((await plain({}, 'street/pole-002/lamp')).status).toBe(200)
      const [newest] = await readAuditLog(server, admin, `tag/${lamp}`)
      expect(newest?.action).toBe('command')
    })

    it('cannot be bypassed by a drawing of another project with another password', async () => {
      const { name, token } = await addAccount(server, admin, 'manager', [
        { id: 'street', role: 'operator' },
        { id: 'tunnel', role: 'manager' },
      ])
      const own = (id: string, tag: string) =>
        makeComponent({
          id: asId(id),
          type: 'rect',
          name: id,
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          action: { kind: 'write', tag, value: null },
          extras: { isPasswordAsked: true },
        })
      const components = [own('mine', lamp), own('free', 'street/pole-003/lamp')].map((component, index) => ({
        ...component,
        rank: `a${index}`,
      }))
      const {
        data: { id },
      } = await call(server, 'drawing.create', {
        token,
        body: { project: 'tunnel', name: `Of ${name}`, drawing: { ...newDrawing('Own'), components } },
      })
      for (const { id: component } of components) {
        expect(
          (
            await call(server, 'drawing.setComponentPassword', {
              token,
              params: { id },
              body: { component, password: 'my own' },
            })
          ).status,
        ).toBe(200)
      }
      const send = (component: string, tag: string, componentPassword: string) =>
        from(component, { drawing: id, tag, componentPassword }, token)
      expect((await send('mine', lamp, 'my own')).bad.error).toBe('component.passwordWrong')
      expect((await send('mine', lamp, 'for all')).status).toBe(200)
      // If the point itself is not protected, the component's own password is required.
      expect((await send('free', 'street/pole-003/lamp', 'for all')).bad.error).toBe('component.passwordWrong')
      expect((await send('free', 'street/pole-003/lamp', 'my own')).status).toBe(200)
    })

    it('is checked against at most four passwords of a point, first those of the same drawing', async () => {
      const tag = 'street/pole-002/dimming'
      const ids = Array.from({ length: 5 }, (_, index) => asId(`many-${index}`))
      const components = ids.map((id, index) =>
        makeComponent({
          id,
          type: 'rect',
          name: id,
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          rank: `a${index}`,
          action: { kind: 'write', tag, value: null },
          extras: { isPasswordAsked: true },
        }),
      )
      const make = async (several: readonly Component[]) =>
        (
          await call(server, 'drawing.create', {
            token: admin,
            body: { project: 'street', name: 'Many', drawing: { ...newDrawing('Many'), components: [...several] } },
          })
        ).data.id
      const [many, other] = [
        await make(components),
        await make([
          {
            ...makeComponent({
              id: asId('open-one'),
              type: 'rect',
              name: 'Open',
              x: 0,
              y: 0,
              width: 10,
              height: 10,
              action: { kind: 'write', tag, value: null },
            }),
            rank: 'a0',
          },
          ...components.slice(0, 1),
        ]),
      ]
      for (const [index, component] of ids.entries())
        await call(server, 'drawing.setComponentPassword', {
          token: admin,
          params: { id: many },
          body: { component, password: `number ${index}` },
        })
      await call(server, 'drawing.setComponentPassword', {
        token: admin,
        params: { id: other },
        body: { component: ids[0] ?? '', password: 'the sixth' },
      })
      const plain = (componentPassword: string) =>
        call(server, 'command.send', {
          token: operator,
          body: { tag, value: 1, componentPassword },
          headers: { 'idempotency-key': `guarded-${tries++}` },
        })
      expect((await plain('number 3')).status).toBe(200)
      for (const late of ['number 4', 'the sixth'])
        expect((await plain(late)).bad.error).toBe('component.passwordWrong')
      expect((await from('open-one', { drawing: other, tag, componentPassword: 'the sixth' })).status).toBe(200)
    })

    it('guards every point that its drawing names where that cannot be read any more', async () => {
      const tag = 'street/pole-003/dimming'
      const components = [
        makeComponent({
          id: asId('kept'),
          type: 'rect',
          name: 'Kept',
          x: 0,
          y: 0,
          width: 10,
          height: 10,
          action: { kind: 'write', tag, value: null },
          extras: { isPasswordAsked: true },
        }),
      ]
      const {
        data: { id },
      } = await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'street', name: 'Kept', drawing: { ...newDrawing('Kept'), components } },
      })
      await call(server, 'drawing.setComponentPassword', {
        token: admin,
        params: { id },
        body: { component: 'kept', password: 'kept' },
      })
      await sqlIn(server, 'update drawing set body = $2 || body, revision = revision + 1 where id = $1', [id, 'torn '])
      const plain = (of: string) =>
        call(server, 'command.send', {
          token: operator,
          body: { tag: of, value: 1, componentPassword: 'kept' },
          headers: { 'idempotency-key': `guarded-${tries++}` },
        })
      expect((await plain(tag)).bad.error).toBe('component.passwordUnset')
      expect((await plain('street/pole-003/lamp')).status).toBe(200)
      await call(server, 'drawing.remove', { token: admin, params: { id } })
      expect((await plain(tag)).status).toBe(200)
    })

    it('must be one that operates the point, in a drawing that the caller may see', async () => {
      for (const component of ['group', 'nobody']) expect((await from(component)).bad.error).toBe('component.changed')
      const otherDrawing = await call(server, 'drawing.create', {
        token: admin,
        body: { project: 'tunnel', name: 'Elsewhere' },
      })
      const reply = await from('guarded', { drawing: otherDrawing.data.id })
      expect([reply.status, reply.bad.error]).toEqual([404, 'object.missing'])
      expect(
        (
          await call(server, 'command.send', {
            token: operator,
            body: { tag: lamp, value: 1, drawing },
            headers: { 'idempotency-key': 'half' },
          })
        ).status,
      ).toBe(400)
    })

    describe('to open a link or another drawing', () => {
      const opening = (component: string, componentPassword?: string, token = operator) =>
        call(server, 'drawing.checkComponent', {
          token,
          params: { id: cases },
          body: { component, ...(componentPassword === undefined ? {} : { componentPassword }) },
        })
      let cases = ''
      beforeAll(async () => {
        const withPassword = { extras: { isPasswordAsked: true } }
        const box = { x: 0, y: 0, width: 10, height: 10 }
        const link = { kind: 'link', url: 'https://example.com', open: 'window' } as const
        const components = [
          makeComponent({ id: asId('group'), type: groupType, name: 'Group', ...box, ...withPassword }),
          makeComponent({
            id: asId('way'),
            type: 'rect',
            name: 'Way',
            ...box,
            parent: asId('group'),
            action: { kind: 'drawing', drawing, open: 'current' },
          }),
          makeComponent({ id: asId('link'), type: 'rect', name: 'Link', ...box, action: link, ...withPassword }),
          makeComponent({ id: asId('free'), type: 'rect', name: 'Free', ...box, action: link }),
          makeComponent({
            id: asId('lamp'),
            type: 'rect',
            name: 'Lamp',
            ...box,
            action: { kind: 'write', tag: lamp, value: 1 },
            ...withPassword,
          }),
        ].map((component, index) => ({ ...component, rank: `a${index}` }))
        cases = (
          await call(server, 'drawing.create', {
            token: admin,
            body: { project: 'street', name: 'Ways', drawing: { ...newDrawing('Ways'), components } },
          })
        ).data.id
        await call(server, 'drawing.setComponentPassword', {
          token: admin,
          params: { id: cases },
          body: { component: 'group', password: 'this way' },
        })
      })

      it('is asked for by the server too: its own, or that of the group around it', async () => {
        for (const component of ['way', 'link']) {
          const { status, bad } = await opening(component)
          expect([component, status, bad.error]).toEqual([
            component,
            403,
            component === 'way' ? 'component.password' : 'component.passwordUnset',
          ])
        }
        expect((await opening('way', 'that way')).bad.error).toBe('component.passwordWrong')
        expect((await opening('way', 'this way')).status).toBe(200)
        expect((await opening('free')).status).toBe(200)
        const [newest] = await readAuditLog(server, admin, `drawing/${cases}`)
        expect(newest).toMatchObject({ action: 'componentPassword.wrong', content: '{"component":"group"}' })
      })

      it('is rejected for a component without such an action: a command password cannot be tested without a command', async () => {
        for (const component of ['lamp', 'group', 'gone'])
          expect((await opening(component, 'this way')).bad.error).toBe('component.changed')
      })

      it('throttles repeated guesses', async () => {
        let error: string | undefined = 'component.passwordWrong'
        for (let guesses = 0; error === 'component.passwordWrong' && guesses < 20; guesses++)
          error = (await opening('way', 'guess')).bad.error
        expect(error).toBe('component.locked')
        const { status } = await opening('way', 'this way')
        expect(status).toBe(429)
        expect((await opening('way', 'this way', admin)).status).toBe(200)
      })
    })

    it('records password changes and failed attempts in the audit log, but never the password', async () => {
      const trail = await readAuditLog(server, admin, `drawing/${drawing}`)
      expect(trail.map(({ action, user }) => [action, user === 'admin'])).toEqual([
        ['componentPassword', true],
        ['componentPassword.wrong', false],
        ['componentPassword', true],
        ['create', true],
      ])
      const rows = await sqlIn(
        server,
        `select password from component_password union all select content from audit union all select body from drawing where id = $1`,
        [drawing],
      )
      expect(JSON.stringify(rows)).not.toContain('sesame')
    })

    it('throttles only the guessing user', async () => {
      let error: string | undefined = 'component.passwordWrong'
      for (let guesses = 0; error === 'component.passwordWrong' && guesses < 20; guesses++)
        error = (await from('guarded', { componentPassword: 'guess' })).bad.error
      expect(error).toBe('component.locked')
      expect((await from('guarded', { componentPassword: 'open sesame' })).status).toBe(429)
      expect((await from('guarded', { componentPassword: 'open sesame' }, admin)).status).toBe(200)
    })

    it("is asked for no more once it is taken away with the drawing's wish", async () => {
      await setPassword('guarded', null)
      expect((await from('guarded', {}, admin)).bad.error).toBe('component.passwordUnset')
      const { data: stored } = await call(server, 'drawing.read', { token: admin, params: { id: drawing } })
      const components = stored.drawing.components.map((component) => ({ ...component, extras: {} }))
      await call(server, 'drawing.save', {
        token: admin,
        params: { id: drawing },
        body: { drawing: { ...stored.drawing, components } },
        headers: { 'if-match': `"${stored.revision}"` },
      })
      expect((await from('guarded', {}, admin)).status).toBe(200)
    })
  })

  it('that expired is closed: an unsent one as expired, one sent without a response as unknown', async () => {
    await sqlIn(
      server,
      `insert into command (id, account, idempotency_key, body_hash, tag, value, by, state, created_at, expires_at) values
      ('late-queued', 'x', 'a', 'x', 'street/pole-001/lamp', 1, 'x', 'queued', now(), now()), ('late-sent', 'x', 'b', 'x', 'street/pole-001/lamp', 1, 'x', 'sent', now(), now())`,
    )
    expect((await waitUntilFinal('late-queued')).state).toBe('expired')
    expect((await waitUntilFinal('late-sent')).state).toBe('unknown')
  })

  it('stored and not sent when the server was killed is sent after the restart', async () => {
    await server.kill('SIGKILL')
    server = await startServer({ dataDir: server.dataDir, args: ['--no-simulator'] })
    await sqlIn(
      server,
      `insert into command (id, account, idempotency_key, body_hash, tag, value, by, state, created_at, expires_at) values
      ('survivor', 'x', 'c', 'x', 'street/pole-001/lamp', 0, 'x', 'queued', now(), now() + interval '1 minute')`,
    )
    await server.kill('SIGKILL')
    server = await startServer({ dataDir: server.dataDir, args: [] })
    expect((await waitUntilFinal('survivor')).state).toBe('succeeded')
  })
})

function asId(text: string): Id {
  if (!isId(text)) throw new Error(text)
  return text
}
