import { percentile, rounded } from '../passes.ts'
import { cpuMs } from '../../tests/support/server/cpu.ts'
import type { Client } from './client.ts'
import { project } from './fill.ts'
import type { Figure } from './report.ts'

interface Device {
  readonly id: string
  revision: number
  readonly product: string
}

const perSecond = 500
const tickMs = 4
/** Warm-up at a part of the rate, to compile code and fill buffers before measuring. */
const warmUp = { spanS: 20, perSecond: 100 } as const
const settleS = 2

/**
 * Sends a mix of requests of operators and wall displays at a constant rate, whether or not the server keeps up.
 * Response times start at the scheduled time of a request.
 */
export async function measureMixed(
  client: Client,
  pid: number,
  rows: number,
  spanS: number,
  log: (line: string) => void,
): Promise<Figure[]> {
  const { data } = await client.get<{ rows: Device[] }>(`/api/devices?project=${project}&pageSize=50`)
  const devices = data.rows
  let count = 0
  const pick = (max: number): number => (Math.imul(++count, 2_654_435_761) >>> 0) % max
  const device = (): Device => devices[pick(devices.length)] ?? { id: '', revision: 0, product: '' }
  const idle = [...devices]
  const list = (query: string) => client.get(`/api/devices?project=${project}&${query}`)
  const words = ['482', '%E8%B7%AF%E7%81%AF', 'harbour', 'SN-0012', '%E5%A4%A7%E9%81%93%20976']

  /** Share of each request per hundred, its name and its call. */
  const mix: readonly (readonly [number, string, () => Promise<{ status: number }>])[] = [
    [20, 'a page', () => list(`page=${pick(40) + 1}`)],
    [6, 'a page, sorted', () => list(`sort=-lastOnlineAt&page=${pick(10) + 1}`)],
    [4, 'a far page', () => list(`page=${pick(Math.floor(rows / 40))}`.replace('=0', '=1'))],
    [6, 'filtered', () => list(`filter%5Bstatus%5D=${pick(4) + 1}`)],
    [6, 'searched', () => list(`search=${words[pick(words.length)] ?? ''}`)],
    [16, 'one device', () => client.get(`/api/devices/${device().id}`)],
    [6, 'what was done to one', () => client.get(`/api/devices/${device().id}/events`)],
    [6, 'devices to choose from', () => client.get(`/api/devices/options?project=${project}&search=${pick(999)}`)],
    [5, 'cabinets', () => client.get(`/api/cabinets?project=${project}&pageSize=50`)],
    [4, 'alarms', () => client.get(`/api/alarms?project=${project}`)],
    [4, 'products to choose from', () => client.get('/api/products/options')],
    [5, 'the session', () => client.get('/api/session')],
    [4, 'points', () => client.get(`/api/tags?project=${project}`)],
    [2, 'a dictionary', () => client.get('/system/dict/data/type/product_category')],
    [3, 'a change', change],
    // The serial number is checked for uniqueness in all projects.
    [
      1,
      'a new device',
      () =>
        client.send('POST', '/api/devices', {
          project,
          values: { name: 'New lamp', serial: `NEW-${Date.now()}-${++count}`, product: device().product },
        }),
    ],
    [
      2,
      'a new post',
      () => client.send('POST', '/api/posts', { values: { code: `post-${Date.now()}-${++count}`, name: 'Post' } }),
    ],
  ]
  const order = mix
    .flatMap(([share, name, request]) =>
      Array.from({ length: share }, (_, n) => ({ at: (n + 0.5) / share, name, request })),
    )
    .toSorted((a, b) => a.at - b.at)

  async function change(): Promise<{ status: number }> {
    const one = idle.shift()
    if (!one) return { status: 200 } // all fifty are being changed at the moment
    const answer = await client.send<Device>(
      'PUT',
      `/api/devices/${one.id}`,
      { values: { remark: `seen ${++count}` } },
      { 'if-match': `"${one.revision}"` },
    )
    if (answer.status === 200) one.revision = answer.data.revision
    idle.push(one)
    return answer
  }

  /** Sends requests at `rate` per second for `forS` seconds. Reports each response due after the settling time. */
  async function sendAtRate(
    rate: number,
    forS: number,
    onResponse: (name: string, ms: number, status: number) => void,
  ): Promise<{ readonly sent: number; readonly lastS: number }> {
    const open: Promise<void>[] = []
    const from = performance.now()
    const due = (n: number): number => from + (n * 1000) / rate
    const fire = async (n: number): Promise<void> => {
      const { name, request } = order[n % order.length] ?? { name: '', request: change }
      const { status } = await request()
      if (due(n) >= from + settleS * 1000) onResponse(name, performance.now() - due(n), status)
    }
    let sent = 0
    await new Promise<void>((done) => {
      const timer = setInterval(() => {
        while (due(sent) <= performance.now() && sent < rate * (settleS + forS)) open.push(fire(sent++))
        if (sent < rate * (settleS + forS)) return
        clearInterval(timer)
        done()
      }, tickMs)
    })
    await Promise.all(open)
    return { sent, lastS: (performance.now() - from) / 1000 - settleS }
  }

  await sendAtRate(warmUp.perSecond, warmUp.spanS, () => undefined)
  const times: number[] = []
  const byName = new Map<string, number[]>()
  const refused = new Map<string, number>()
  const cpu = cpuMs(pid)
  const { sent, lastS } = await sendAtRate(perSecond, spanS, (name, ms, status) => {
    times.push(ms)
    byName.set(name, [...(byName.get(name) ?? []), ms])
    if (status !== 200) refused.set(`${status} ${name}`, (refused.get(`${status} ${name}`) ?? 0) + 1)
  })
  const cpuEach = Math.round(((cpuMs(pid) - cpu) / sent) * 100) / 100
  for (const [name, each] of byName)
    log(
      `  ${name.padEnd(24)} p50 ${percentile(each, 0.5).toFixed(1).padStart(7)}  p99 ${percentile(each, 0.99).toFixed(1).padStart(7)} ms  ${each.length}`,
    )
  for (const [cause, repeats] of refused) log(`  refused: ${cause}, ${repeats} times`)
  const wrong = [...refused.values()].reduce((sum, repeats) => sum + repeats, 0)
  return [
    {
      measure: 'mixed: requests answered',
      value: rounded(times.length / lastS),
      unit: 'a second',
      atLeast: perSecond * 0.98,
    },
    {
      measure: 'mixed: time',
      value: rounded(percentile(times, 0.99)),
      unit: 'ms p99',
      max: 100,
      median: rounded(percentile(times, 0.5)),
      cpuMs: cpuEach,
    },
    { measure: 'mixed: refused or failed', value: wrong, unit: 'requests', max: 0 },
  ]
}
