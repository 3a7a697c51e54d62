// A single file: the list of changes must cover every route, and all share one server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loggedChanges } from '../../../console/system/loggedChanges.ts'
import { loggedAction, loggedObject } from '../../../console/system/logLabels.ts'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import type { RouteId } from '../../../contract/routes.ts'
import { routeList } from '../../../contract/routes.ts'
import {
  addAccount,
  callEntity,
  call,
  makeAccount,
  send,
  signIn,
  sqlIn,
  testPassword,
} from '../../support/server/api.ts'
import { databaseEnv, runCommand } from '../../support/server/command.ts'
import { computeCode, setUpSecondStep, getTicket } from '../../support/server/secondStep.ts'
import { type SimulatedCamera, startCamera } from '../../support/external/onvifCamera.ts'
import { createPng } from '../../support/entities/samples.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

const secrets = [
  'nine grey umbrellas',
  'ten blue umbrellas',
  "the camera's own word",
  'another camera word',
  "a component's word",
  "a share's word",
  "another share's word",
]

let server: StartedServer
let admin: string
let device: SimulatedCamera

beforeAll(async () => {
  device = await startCamera('viewer', 'a word of the device')
  server = await startServer({ env: { MIMIC_OUTBOUND_ALLOWED: device.host } })
  admin = await signIn(server)
})
afterAll(async () => {
  await server?.stop()
  await device?.close()
})

const rows = async (): Promise<number> =>
  Number((await sqlIn(server, 'select count(*)::int as count from audit'))[0]?.['count'])
const last = async () =>
  (
    await sqlIn(server, 'select who, address, client, object, action, content, at from audit order by id desc limit 1')
  )[0] ?? {}
const drawing = async () =>
  (await call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Audited' } })).data.id
/** Creates a drawing in the recycle bin. */
const recycled = async () => {
  const id = await drawing()
  await call(server, 'drawing.remove', { token: admin, params: { id } })
  const { data } = await call(server, 'recycleBin.list', { token: admin, query: { kind: 'drawing' } })
  return data.rows.find(({ object }) => object === id)?.id ?? ''
}
const body = {
  version: 1,
  name: 'Audited',
  components: [{ id: 'lamp', type: 'rect', name: 'Lamp', x: 0, y: 0, width: 10, height: 10, props: {} }],
}
const symbol = {
  version: 2,
  name: 'x',
  symbols: [
    {
      id: 'motor',
      name: 'Motor',
      width: 80,
      height: 40,
      components: [{ id: 'body', type: 'rect', name: 'Body', x: 0, y: 0, width: 80, height: 40, props: {} }],
    },
  ],
  components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 80, height: 40, link: { symbol: 'motor' } }],
}
const entry = async () =>
  (
    await call(server, 'library.create', {
      token: admin,
      body: { name: 'Motor', type: 'Motors', isPublic: true, definition: symbol },
    })
  ).data
const token = async () =>
  (
    await call(server, 'token.create', {
      token: admin,
      body: {
        name: `t${Date.now()}`,
        permissions: ['lighting:pole:list'],
        projects: null,
        expiresAt: Date.now() + 60_000,
      },
    })
  ).data.id
let credentials = 0
const credential = () =>
  call(server, 'credential.create', {
    token: admin,
    body: { project: 'tunnel', devices: [`audited-${++credentials}`] },
  })
const credentialId = async () => (await credential()).data.credentials[0]?.id ?? ''
let areas = 0
const area = async () => {
  const { data: scene } = await callEntity(server, 'lightScene', 'create', {
    token: admin,
    body: {
      project: 'tunnel',
      values: { name: `Scenes ${++areas}`, scenes: [{ label: 'Full', dimming: 100, colorTemperature: 50 }] },
    },
  })
  return (
    await callEntity(server, 'area', 'create', {
      token: admin,
      body: { project: 'tunnel', values: { name: `Area ${areas}`, number: areas, scene: scene.id } },
    })
  ).data.id
}
const lit = async (entity: 'pole' | 'loop') => {
  const make = async (name: string, values: Readonly<Record<string, unknown>>): Promise<string> =>
    (
      await callEntity(server, name, 'create', {
        token: admin,
        body: {
          project: 'tunnel',
          values: { name: `Lit ${++areas}`, address: `lit-${areas}`, ...values },
          overwrite: true,
        },
      })
    ).data.id
  const cabinet = await make('cabinet', { communication: 1 })
  return make(entity, {
    cabinet,
    kind: 1,
    protocol: 3,
    ...(entity === 'pole' ? { area: await area(), channel: 1, workMode: 0 } : { group: 1, workMode: 1, ratio: 1 }),
  })
}
const link = async (password: string | null = null) => {
  const id = await drawing()
  return {
    id,
    share: (await call(server, 'share.create', { token: admin, params: { id }, body: { password, expiresAt: null } }))
      .data.id,
  }
}
const person = () => addAccount(server, admin, 'operator', [{ id: 'tunnel', role: 'operator' }])
const file = (path: string, content: Blob, name: string, purpose = '') => {
  const form = new FormData()
  form.append('file', content, name)
  return send(server, 'POST', `${path}${purpose}`, form, { authorization: `Bearer ${admin}` })
}

/**
 * Effect of each changing route, or the reason why it is skipped (no change, or tested elsewhere). A new route does not
 * compile without an entry.
 */
const changes: {
  readonly [Id in RouteId]?: () => Promise<(() => Promise<{ readonly status: number; readonly text: string }>) | string>
} = {
  'session.signIn': async () => () =>
    call(server, 'session.signIn', { body: { account: 'admin', password: server.adminPassword } }),
  'session.single': async () => 'in sessionEnds.test.ts, with a system that is known',
  'session.secondStep': async () => {
    const name = `stepped-${Date.now()}`
    await makeAccount(server, admin, { username: name, password: testPassword, role: 'operator' })
    const { secret } = await setUpSecondStep(server, await signIn(server, name, testPassword), testPassword)
    const ticket = await getTicket(server, name, testPassword)
    return () => call(server, 'session.secondStep', { body: { ticket, code: computeCode(secret, 1) } })
  },
  'secondStep.begin': async () => 'a sign-in is as it was, until the first code confirms it',
  'secondStep.confirm': async () => {
    const { token: own } = await person()
    const {
      data: { secret },
    } = await call(server, 'secondStep.begin', { token: own })
    return () =>
      call(server, 'secondStep.confirm', { token: own, body: { password: testPassword, code: computeCode(secret) } })
  },
  'secondStep.remove': async () => {
    const { token: own } = await person()
    const { secret } = await setUpSecondStep(server, own, testPassword)
    return () =>
      call(server, 'secondStep.remove', { token: own, body: { password: testPassword, code: computeCode(secret, 1) } })
  },
  'secondStep.setDemand': async () => {
    await call(server, 'secondStep.setDemand', { token: admin, body: { roles: ['operator'] } })
    return () => call(server, 'secondStep.setDemand', { token: admin, body: { roles: [] } })
  },
  'session.renew': async () => 'the session stays the same one',
  'session.signOut': async () => {
    const { token: own } = await person()
    return () => call(server, 'session.signOut', { token: own })
  },
  'session.password': async () => {
    const { token: own } = await person()
    return () =>
      call(server, 'session.password', { token: own, body: { present: testPassword, next: secrets[0] ?? '' } })
  },
  'drawing.create': async () => () =>
    call(server, 'drawing.create', { token: admin, body: { project: 'tunnel', name: 'Audited' } }),
  'drawing.save': async () => {
    const id = await drawing()
    return () =>
      call(server, 'drawing.save', {
        token: admin,
        params: { id },
        headers: { 'if-match': '"1"' },
        body: { drawing: body },
      })
  },
  'drawing.setRevisionNote': async () => {
    const id = await drawing()
    return () =>
      call(server, 'drawing.setRevisionNote', {
        token: admin,
        params: { id, revision: '1' },
        body: { note: 'Audited' },
      })
  },
  'drawing.restoreRevision': async () => {
    const id = await drawing()
    await call(server, 'drawing.save', {
      token: admin,
      params: { id },
      headers: { 'if-match': '"1"' },
      body: { drawing: body },
    })
    return () =>
      call(server, 'drawing.restoreRevision', {
        token: admin,
        params: { id, revision: '1' },
        headers: { 'if-match': '"2"' },
      })
  },
  'drawing.describe': async () => {
    const id = await drawing()
    return () => call(server, 'drawing.describe', { token: admin, params: { id }, body: { description: 'Audited' } })
  },
  'drawing.star': async () => "a mark of one's own, which changes nothing of the drawing",
  'drawing.remove': async () => {
    const id = await drawing()
    return () => call(server, 'drawing.remove', { token: admin, params: { id } })
  },
  'drawing.checkComponent': async () => 'a question, which changes nothing; a wrong password in commands.test.ts',
  'drawing.setComponentPassword': async () => {
    const id = await drawing()
    await call(server, 'drawing.save', {
      token: admin,
      params: { id },
      headers: { 'if-match': '"1"' },
      body: { drawing: body },
    })
    return () =>
      call(server, 'drawing.setComponentPassword', {
        token: admin,
        params: { id },
        body: { component: 'lamp', password: secrets[4] },
      })
  },
  'share.create': async () => {
    const id = await drawing()
    return () =>
      call(server, 'share.create', { token: admin, params: { id }, body: { password: secrets[5], expiresAt: null } })
  },
  'share.change': async () => {
    const params = await link()
    return () => call(server, 'share.change', { token: admin, params, body: { password: secrets[6] } })
  },
  'share.revoke': async () => {
    const params = await link()
    return () => call(server, 'share.revoke', { token: admin, params })
  },
  'share.open': async () => {
    const { share } = await link(secrets[5])
    return () => call(server, 'share.open', { body: { share, password: secrets[5] } })
  },
  'share.ask': async () => 'changes nothing',
  'share.drawing': async () => 'changes nothing',
  'share.values': async () => 'changes nothing',
  'share.history': async () => 'changes nothing',
  'share.send': async () => 'in displayCommands.test.ts, with a plant that obeys',
  'share.command': async () => 'changes nothing',
  'library.create': async () => () =>
    call(server, 'library.create', {
      token: admin,
      body: { name: 'Motor', type: 'Motors', isPublic: true, definition: symbol },
    }),
  'library.save': async () => {
    const { id } = await entry()
    const wider = { ...symbol, symbols: symbol.symbols.map((one) => ({ ...one, width: 90 })) }
    return () =>
      call(server, 'library.save', {
        token: admin,
        params: { id },
        headers: { 'if-match': '"1"' },
        body: { definition: wider },
      })
  },
  'library.describe': async () => {
    const { id } = await entry()
    return () => call(server, 'library.describe', { token: admin, params: { id }, body: { name: 'Drive' } })
  },
  'library.remove': async () => {
    const { id } = await entry()
    return () => call(server, 'library.remove', { token: admin, params: { id } })
  },
  'file.upload': async () => () => file('/iot/tool/upload', new Blob(['a plan\n']), 'plan.txt'),
  'picture.upload': async () => () =>
    file('/common/upload', new Blob([new Uint8Array(createPng(2, 2))]), 'a.png', '?purpose=picture'),
  'area.set': async () => {
    const id = await area()
    return () =>
      call(server, 'area.set', {
        token: admin,
        params: { id },
        headers: { 'idempotency-key': 'audited' },
        body: { dimming: 50 },
      })
  },
  'area.scene': async () => {
    const id = await area()
    return () =>
      call(server, 'area.scene', {
        token: admin,
        params: { id },
        headers: { 'idempotency-key': 'audited' },
        body: { scene: 1 },
      })
  },
  'camera.move': async () => {
    const { data } = await callEntity(server, 'camera', 'create', {
      token: admin,
      body: {
        project: 'tunnel',
        values: {
          name: 'Audited',
          channel: 1,
          source: 'mp4',
          address: '/film.mp4',
          onvifAddress: device.address,
          username: 'viewer',
          password: 'a word of the device',
        },
      },
    })
    return () =>
      call(server, 'camera.move', { token: admin, params: { id: data.id }, body: { pan: 1, tilt: 0, zoom: 0 } })
  },
  'area.resume': async () => {
    const id = await area()
    return () => call(server, 'area.resume', { token: admin, params: { id } })
  },
  'variable.enter': async () => {
    const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<string> =>
      (await callEntity(server, entity, 'create', { token: admin, body: { project: 'tunnel', values } })).data.id
    const scene = await make('scene', { name: 'Audited' })
    await callEntity(server, 'scene', 'enable', { token: admin, params: { id: scene }, body: {} })
    const id = await make('variable', { scene, name: 'Audited', identifier: 'audited' })
    return () => call(server, 'variable.enter', { token: admin, params: { id }, body: { value: 1 } })
  },
  'pole.override': async () => {
    const id = await lit('pole')
    return () =>
      call(server, 'pole.override', {
        token: admin,
        params: { id },
        headers: { 'idempotency-key': `audited-${id}` },
        body: { dimming: 50, reason: 'audited' },
      })
  },
  'pole.resume': async () => {
    const id = await lit('pole')
    return () => call(server, 'pole.resume', { token: admin, params: { id } })
  },
  'loop.override': async () => {
    const id = await lit('loop')
    return () =>
      call(server, 'loop.override', {
        token: admin,
        params: { id },
        headers: { 'idempotency-key': `audited-${id}` },
        body: { dimming: 50, reason: 'audited' },
      })
  },
  'loop.resume': async () => {
    const id = await lit('loop')
    return () => call(server, 'loop.resume', { token: admin, params: { id } })
  },
  'command.send': async () => 'in commands.test.ts, with a plant that obeys',
  'profile.update': async () => () =>
    call(server, 'profile.update', { token: admin, body: { name: `Head ${Date.now()}`, phone: null, email: null } }),
  'token.create': async () => () =>
    call(server, 'token.create', {
      token: admin,
      body: { name: 'audited', permissions: ['lighting:pole:list'], projects: null, expiresAt: Date.now() + 60_000 },
    }),
  'token.revoke': async () => {
    const id = await token()
    return () => call(server, 'token.revoke', { token: admin, params: { id } })
  },
  'recycleBin.restore': async () => {
    const id = await recycled()
    return () => call(server, 'recycleBin.restore', { token: admin, params: { id } })
  },
  'recycleBin.remove': async () => {
    const id = await recycled()
    return () => call(server, 'recycleBin.remove', { token: admin, params: { id } })
  },
  'undeclared.ignore': async () => 'in undeclaredDevices.test.ts, with devices that send values',
  'undeclared.accept': async () => 'in undeclaredDevices.test.ts, with devices that send values',
  'undeclared.remove': async () => 'in undeclaredDevices.test.ts, with devices that send values',
  'display.create': async () => {
    const { id } = (await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Shown' } }))
      .data
    return () =>
      call(server, 'display.create', { token: admin, body: { name: `Audited ${Date.now()}`, drawings: [id] } })
  },
  'display.change': async () => {
    const shown = (await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Shown' } }))
      .data.id
    const { id } = (
      await call(server, 'display.create', { token: admin, body: { name: `Changed ${Date.now()}`, drawings: [shown] } })
    ).data
    return () => call(server, 'display.change', { token: admin, params: { id }, body: { mayOperate: true } })
  },
  'display.revoke': async () => {
    const shown = (await call(server, 'drawing.create', { token: admin, body: { project: 'street', name: 'Shown' } }))
      .data.id
    const { id } = (
      await call(server, 'display.create', { token: admin, body: { name: `Revoked ${Date.now()}`, drawings: [shown] } })
    ).data
    return () => call(server, 'display.revoke', { token: admin, params: { id } })
  },
  'monitor.clearCache': async () => () =>
    call(server, 'monitor.clearCache', { token: admin, params: { name: 'sessions' } }),
  'monitor.removeCacheKey': async () => {
    const {
      rows: [own],
    } = (
      await call(server, 'monitor.cacheKeys', {
        token: admin,
        params: { name: 'sessions' },
        query: { search: 'admin' },
      })
    ).data
    return () =>
      call(server, 'monitor.removeCacheKey', { token: admin, params: { name: 'sessions', id: own?.id ?? '' } })
  },
  'monitor.acknowledgeAlarms': async () => 'in operations.test.ts, with an alarm that is open',
  'monitor.disconnect': async () => 'in the tests of monitoring, with a client that is there',
  'monitor.endSession': async () => {
    const { name } = await person()
    const id = String(
      (
        await sqlIn(server, 'select s.id from session s join account a on a.id = s.account where a.name = $1', [name])
      )[0]?.['id'],
    )
    return () => call(server, 'monitor.endSession', { token: admin, params: { id } })
  },
  'accessChannelState.log': async () => {
    const { data } = await callEntity(server, 'accessChannel', 'create', {
      token: admin,
      body: { project: 'tunnel', values: { name: 'Audited', transport: 'mqtt' } },
    })
    return () =>
      call(server, 'accessChannelState.log', { token: admin, params: { id: data.id }, body: { isEnabled: true } })
  },
  'accessChannelState.test': async () => 'a reading of a field device, in accessChannels.test.ts',
  'accessChannelState.browse': async () => 'a question, which changes nothing',
  'accessChannelState.trust': async () => 'a certificate of an OPC UA server, in the tests of drivers',
  'mapping.decode': async () => 'a run without effects',
  'script.check': async () => 'a question, which changes nothing',
  'script.verify': async () => 'a run without effects',
  'script.rehearse': async () => 'runs without effects',
  'linkage.rehearse': async () => 'runs without effects',
  'script.cancelRehearsal': async () => 'the end of runs without effects',
  'linkage.cancelRehearsal': async () => 'the end of runs without effects',
  'connection.setShared': async () => () =>
    call(server, 'connection.setShared', { token: admin, body: { isEnabled: true } }),
  'credential.create': async () => () => credential(),
  'credential.rotate': async () => {
    const id = await credentialId()
    return () => call(server, 'credential.rotate', { token: admin, params: { id } })
  },
  'credential.update': async () => {
    const id = await credentialId()
    return () => call(server, 'credential.update', { token: admin, params: { id }, body: { isEnabled: false } })
  },
  'credential.remove': async () => {
    const id = await credentialId()
    return () => call(server, 'credential.remove', { token: admin, params: { id } })
  },
  'bridge.test': async () => 'a message to another system, in bridgesHttp.test.ts',
  'bridge.createTable': async () => 'a table of another system, in bridgesDatabase.test.ts',
  'bridge.receive': async () => 'values, like those of devices',
  'channel.test': async () => 'a message to a mail server, in the tests of notifications',
  'notification.send': async () => 'a message, in the tests of notifications',
}

describe('every change', () => {
  it.each(routeList.filter(([, { method }]) => method !== 'GET').map(([id]) => id))(
    '%s records the user, address, client, object and content',
    async (id) => {
      const prepare = changes[id]
      if (!prepare) throw new Error(`say in this file what ${id} changes, or why it leaves no trace`)
      const act = await prepare()
      if (typeof act === 'string') return
      const before = await rows()
      const { status, text } = await act()
      expect([id, status, text.slice(0, 200)]).toEqual([id, 200, expect.anything()])
      expect(await rows()).toBeGreaterThan(before)
      expect(await last()).toMatchObject({
        who: expect.stringMatching(/./),
        address: expect.stringMatching(/127\.0\.0\.1|::1/),
        client: 'node',
        object: expect.stringMatching(/\//),
        action: expect.stringMatching(/./),
        content: expect.stringMatching(/^\{/),
      })
    },
  )

  it('in bulk and by import records an entry for each row, or one with the number of rows', async () => {
    const created = await Promise.all(
      [1, 2, 3].map((n) =>
        callEntity(server, 'post', 'create', {
          token: admin,
          body: { values: { code: `p${n}`, name: `Post ${n}`, order: n } },
        }),
      ),
    )
    const ids = created.map(({ data }) => data.id)
    const before = await rows()
    await callEntity(server, 'post', 'updateMany', { token: admin, body: { ids, values: { remark: 'all three' } } })
    expect(await rows()).toBe(before + 3)
    await callEntity(server, 'post', 'removeMany', { token: admin, body: { ids } })
    expect(await rows()).toBe(before + 6)
    const { data: job } = await callEntity<ImportJob>(server, 'post', 'importCheck', {
      token: admin,
      body: {
        rows: [
          { code: 'i1', name: 'One', order: 1 },
          { code: 'i2', name: 'Two', order: 2 },
        ],
      },
    })
    await callEntity(server, 'post', 'importStart', { token: admin, params: { id: job.id } })
    await expect
      .poll(
        async () =>
          (await callEntity<ImportJob>(server, 'post', 'importRead', { token: admin, params: { id: job.id } })).data
            .state,
        { timeout: 30_000 },
      )
      .toBe('done')
    expect(
      await sqlIn(
        server,
        `select content::json ->> 'rows' as rows from audit where object = 'post' and action = 'import'`,
      ),
    ).toEqual([{ rows: '2' }])
  })

  it('that was refused leaves none, and no secret is in any', async () => {
    const before = await rows()
    await callEntity(server, 'post', 'create', { token: admin, body: { values: { code: '', name: '' } } })
    await call(server, 'drawing.remove', { token: admin, params: { id: 'no-such-drawing' } })
    expect(await rows()).toBe(before)

    const { data: camera } = await callEntity(server, 'camera', 'create', {
      token: admin,
      body: {
        project: 'tunnel',
        values: { name: 'Portal', channel: 1, serial: 'C100', username: 'view', password: secrets[2] },
      },
    })
    const { status: changed } = await callEntity(server, 'camera', 'update', {
      token: admin,
      params: { id: camera.id },
      headers: { 'if-match': '"1"' },
      body: { values: { password: secrets[3] } },
    })
    expect(changed).toBe(200)
    const ann = await makeAccount(server, admin, { username: 'ann', password: secrets[0], role: 'operator' })
    await callEntity(server, 'account', 'update', {
      token: admin,
      params: { id: ann.id },
      headers: { 'if-match': '"1"' },
      body: { values: { password: secrets[1] } },
    })
    const all = JSON.stringify(await sqlIn(server, 'select * from audit'))
    for (const secret of [...secrets, admin, testPassword, server.adminPassword, 'scrypt$'])
      expect(all).not.toContain(secret)
    expect(all).toContain('***')
  })
})

it('every line that was written reads as words in both languages: nothing stands there as the code it was written with', async () => {
  const written = await sqlIn(server, 'select distinct object, action, content, who, address from audit')
  const raw = written.flatMap((line) => {
    const [object, action, content] = [String(line['object']), String(line['action']), String(line['content'])]
    const { words, entity } = loggedObject(object)
    const logged = loggedChanges(content, { entity }) ?? []
    return [
      ...(words.zh === object.split('/')[0] ? [`object ${object}`] : []),
      ...(loggedAction(action, entity).zh === action ? [`action ${action} of ${object}`] : []),
      ...logged.flatMap(({ name, words: its, after }) => [
        ...(its.zh === name ? [`name ${name} of ${object} ${action}`] : []),
        ...(/^(?:true|false|super|manager|operator)$|[a-z]:[a-z]+:[a-z]/.test(after.zh)
          ? [`${name} ${after.zh} of ${object} ${action}`]
          : []),
      ]),
    ]
  })
  expect([...new Set(raw)]).toEqual([])
  expect(written.length).toBeGreaterThan(50)
})

describe('the trail', () => {
  const verify = (...args: string[]) => runCommand(['verify-audit', ...args], server.dataDir, databaseEnv(server))
  /** Bypasses the server, like an attacker with database access. */
  const tamper = async (...statements: readonly string[]) => {
    for (const statement of statements) await sqlIn(server, statement)
  }

  it('has no way by which it is changed or shortened', async () => {
    for (const action of ['create', 'update', 'remove', 'removeMany', 'updateMany'])
      await expect((async () => callEntity(server, 'operationLog', action, { token: admin }))()).rejects.toThrow(
        'has no',
      )
  })

  it('is intact after all tests, and verification detects an altered, removed or inserted row and a truncated end', async () => {
    const whole = await verify()
    expect([whole.code, whole.text]).toEqual([0, expect.stringContaining('The audit log is intact')])
    const head = /up to (\S+)/.exec(whole.text)?.[1] ?? ''
    const [{ id, content } = {}] = await sqlIn(server, 'select id, content from audit order by id offset 5 limit 1')

    await sqlIn(server, `update audit set content = '{"nothing":"to see"}' where id = $1`, [id])
    const altered = await verify()
    expect([altered.code, altered.text]).toEqual([
      2,
      expect.stringMatching(new RegExp(`altered: position \\d+ row ${String(id)}`)),
    ])
    await sqlIn(server, 'update audit set content = $2 where id = $1', [id, content])
    expect((await verify('--expect', head)).code).toBe(0)

    await tamper(
      'alter table audit disable trigger user',
      `insert into audit (at, who, role, address, object, action, content, request) values (now(), 'ghost', 'super', '', 'x/y', 'create', '{}', '')`,
      'alter table audit enable trigger user',
      `delete from audit where id = ${Number(id) + 1}`,
    )
    const both = await verify()
    expect([both.code, both.text]).toEqual([2, expect.stringMatching(/removed: position \d+/)])
    expect(both.text).toMatch(/added: {1,2}row \d+/)

    await tamper(
      'delete from audit_chain where position > 8',
      'delete from audit where id not in (select audit from audit_chain)',
      `update audit_head set position = 8, hash = (select hash from audit_chain where position = 8)`,
    )
    const cut = await verify('--expect', head)
    expect([cut.code, cut.text]).toEqual([2, expect.stringContaining('replaced')])
  })
})

it('a change and its line are one: where the line cannot be written, nothing is changed', async () => {
  await sqlIn(server, `alter table audit add constraint no_more check (object not like 'post/%') not valid`)
  const { status } = await callEntity(server, 'post', 'create', {
    token: admin,
    body: { values: { code: 'unseen', name: 'Unseen', order: 1 } },
  })
  expect(status).toBe(500)
  expect(await sqlIn(server, `select 1 from system_post where code = 'unseen'`)).toEqual([])
})
