import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportJob } from '../../../contract/entity/routes.ts'
import { limits } from '../../../contract/limits.ts'
import { callEntity, call, send, signIn } from '../../support/server/api.ts'
import { watchLoop } from '../../support/server/loopBlocks.ts'
import type { StartedServer } from '../../support/server/server.ts'
import { startServer } from '../../support/server/server.ts'

/** Maximum CPU time of the server's main thread by which one request may delay another. */
const maxBlockMs = 100
const gatewayToken = 'a-gateway-credential-of-the-responsiveness-test'
const loop = watchLoop()
let server: StartedServer
let token: string

beforeAll(async () => {
  server = await startServer({ env: { ...loop.env, MIMIC_GATEWAY_TOKEN: gatewayToken } })
  token = await signIn(server)
  const created = await Promise.all([
    callEntity(server, 'area', 'create', {
      token,
      body: { project: 'street', values: { name: 'Harbour', number: 99 } },
    }),
    callEntity(server, 'cabinet', 'create', {
      token,
      body: { project: 'street', values: { name: 'Harbour 1', address: 'harbour-1', communication: 1 } },
    }),
  ])
  for (const { status, text } of created) if (status !== 200) throw new Error(text)
})
afterAll(async () => {
  await server?.stop()
  await loop.close()
})

const createDrawing = (shift: number) => ({
  version: 1,
  name: 'Large',
  components: Array.from({ length: limits.drawing.components }, (_, n) => ({
    id: `component-${n}`,
    type: n % 3 === 0 ? 'text' : 'rect',
    name: `Component ${n}`,
    x: (n % 200) * 8 + shift,
    y: Math.floor(n / 200) * 8,
    width: 7,
    height: 7,
    props: {
      backgroundColor: `#${(n % 4096).toString(16).padStart(3, '0')}a5c`,
      borderColor: '#203040',
      text: `Pump house ${n}, line ${n % 40}`,
    },
    ...(n % 10 === 0
      ? {
          bindings: [
            {
              prop: 'visible',
              tag: 'street/pole-001/lamp',
              via: { kind: 'expression', source: 'value > 0 && value < 100' },
            },
          ],
        }
      : {}),
  })),
})
const sheet = Array.from({ length: limits.entity.importRows }, (_, n) => ({
  name: `灯杆 ${n}`,
  address: `p-${n}`,
  area: 'Harbour',
  cabinet: 'Harbour 1',
  channel: 'PLC (power-line carrier)',
  kind: 'Single CCT dim',
  protocol: 'ModBus',
  workMode: 'Timetable',
  factoryNumber: `F-${n}`,
  longitude: 114 + (n % 1000) / 1000,
  latitude: 22.5,
  dimming: 80,
}))

/**
 * Sends requests and MQTT messages in sequence until stopped. Returns the number of answers and the longest time of
 * each kind.
 */
async function startOthers() {
  const gateway = await connectAsync(server.mqttUrl, { clientId: 'yard', username: 'yard', password: gatewayToken })
  let isStopped = false
  const repeat = async (once: () => Promise<unknown>) => {
    let [count, maxMs] = [0, 0]
    while (!isStopped) {
      const from = performance.now()
      await once()
      maxMs = Math.max(maxMs, performance.now() - from)
      count++
      await new Promise((done) => {
        setTimeout(done, 5)
      })
    }
    return { count, longestMs: Math.round(maxMs) }
  }
  const requests = repeat(async () => expect((await call(server, 'server.health')).status).toBe(200))
  const messages = repeat(() =>
    gateway.publishAsync('p/street/d/pole-001/up/values', JSON.stringify({ at: Date.now(), v: { lamp: 1 } }), {
      qos: 1,
    }),
  )
  return async () => {
    isStopped = true
    const durations = { requests: await requests, messages: await messages }
    await gateway.endAsync()
    return durations
  }
}

async function measure(name: string, work: () => Promise<void>): Promise<readonly number[]> {
  const stop = await startOthers()
  const [from, fromMs] = [Date.now(), performance.now()]
  await work()
  const tookMs = performance.now() - fromMs
  const { requests, messages } = await stop()
  const blocks = await loop.blocksSince(from)
  console.log(
    `${name}: ${Math.round(tookMs)} ms; longest blocks (CPU) ${
      blocks
        .slice(0, 5)
        .map((ms) => ms.toFixed(0))
        .join(', ') || 'below 20'
    } ms; ${requests.count} requests, longest ${requests.longestMs} ms; ${messages.count} messages, longest ${messages.longestMs} ms`,
  )
  expect([requests.count > 0, messages.count > 0]).toEqual([true, true])
  return blocks
}

const isShort = (blocks: readonly number[]): void => expect.soft(blocks.filter((ms) => ms > maxBlockMs)).toEqual([])

it('creating, saving and reading a drawing of 20,000 components does not block other requests', async () => {
  let id = ''
  isShort(
    await measure('create', async () => {
      const created = await call(server, 'drawing.create', {
        token,
        body: { project: 'street', name: 'Large', drawing: createDrawing(0) },
      })
      expect([created.status, created.data?.components]).toEqual([200, limits.drawing.components])
      id = created.data.id
    }),
  )
  for (const revision of [1, 2]) {
    isShort(
      await measure(`save ${revision}`, async () => {
        const saved = await call(server, 'drawing.save', {
          token,
          params: { id },
          headers: { 'if-match': `"${revision}"` },
          body: { drawing: createDrawing(revision) },
        })
        expect([saved.status, saved.data?.revision]).toEqual([200, revision + 1])
      }),
    )
  }
  isShort(
    await measure('read', async () => {
      const { data } = await call(server, 'drawing.read', { token, params: { id } })
      expect([data.drawing.components.length, data.drawing.components[0]?.x]).toEqual([limits.drawing.components, 2])
    }),
  )
  isShort(
    await measure('thumbnail', async () => {
      const { status, text } = await call(server, 'drawing.thumbnail', { token, params: { id } })
      expect([status, text.startsWith('<svg')]).toEqual([200, true])
    }),
  )
  isShort(
    await measure('read a revision', async () => {
      const { data } = await call(server, 'drawing.revision', { token, params: { id, revision: '2' } })
      expect(data.drawing.components[0]?.x).toBe(1)
    }),
  )
  isShort(
    await measure('restore', async () => {
      const restored = await call(server, 'drawing.restoreRevision', {
        token,
        params: { id, revision: '1' },
        headers: { 'if-match': '"3"' },
      })
      expect([restored.status, restored.data?.revision]).toEqual([200, 4])
    }),
  )
})

it(
  'saving and reading a library symbol of 5,000 components does not block other requests',
  { tags: 'full' },
  async () => {
    const parts = Array.from({ length: limits.library.components - 10 }, (_, n) => ({
      id: `part-${n}`,
      type: 'rect',
      name: `Part ${n}`,
      x: n % 100,
      y: Math.floor(n / 100),
      width: 1,
      height: 1,
      props: { backgroundColor: '#204080', borderColor: '#203040' },
    }))
    const definition = {
      version: 2,
      name: 'Grid',
      symbols: [{ id: 'grid', name: 'Grid', width: 100, height: 100, components: parts }],
      components: [{ id: 'grid-1', type: 'group', x: 0, y: 0, width: 100, height: 100, link: { symbol: 'grid' } }],
    }
    let id = ''
    isShort(
      await measure('library, create', async () => {
        const created = await call(server, 'library.create', {
          token,
          body: { name: 'Grid', type: 'Test', isPublic: true, definition },
        })
        expect([created.status, created.data?.components]).toEqual([200, parts.length])
        id = created.data.id
      }),
    )
    isShort(
      await measure('library, save', async () => {
        const saved = await call(server, 'library.save', {
          token,
          params: { id },
          headers: { 'if-match': '"1"' },
          body: { definition },
        })
        expect([saved.status, saved.data?.revision]).toEqual([200, 2])
      }),
    )
    isShort(
      await measure('library, read', async () => {
        const { data } = await call(server, 'library.read', { token, params: { id } })
        expect(data.definition.symbols?.[0]?.components).toHaveLength(parts.length)
      }),
    )
    isShort(
      await measure('library, thumbnail', async () => {
        const { text } = await call(server, 'library.thumbnail', { token, params: { id } })
        expect(text.startsWith('<svg')).toBe(true)
      }),
    )
  },
)

it('an import of 50,000 rows and a save at the same time do not block other requests', { tags: 'full' }, async () => {
  const {
    data: { id },
  } = await call(server, 'drawing.create', { token, body: { project: 'street', name: 'Small' } })
  // Serialized in advance, because this process sends the other requests too.
  const text = JSON.stringify({ project: 'street', rows: sheet })
  let job = ''
  isShort(
    await measure('import, check', async () => {
      const [checked, saved] = await Promise.all([
        send(server, 'POST', '/api/poles/imports', text, {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        }),
        call(server, 'drawing.save', {
          token,
          params: { id },
          headers: { 'if-match': '"1"' },
          body: { drawing: createDrawing(0) },
        }),
      ])
      const data = checked.data as ImportJob
      expect([saved.status, checked.status, data?.total, data?.faults.slice(0, 3)]).toEqual([
        200,
        200,
        limits.entity.importRows,
        [],
      ])
      job = data.id
    }),
  )
  isShort(
    await measure('import, write', async () => {
      await callEntity(server, 'pole', 'importStart', { token, params: { id: job } })
      await expect
        .poll(
          async () =>
            (await callEntity<ImportJob>(server, 'pole', 'importRead', { token, params: { id: job } })).data.state,
          { timeout: 180_000, interval: 200 },
        )
        .toBe('done')
    }),
  )
})
