import { Worker } from 'node:worker_threads'
import type { ImportJob } from '../../contract/entity/routes.ts'
import { limits } from '../../contract/limits.ts'
import type { watchLoop } from '../../tests/support/server/loopBlocks.ts'
import { rounded } from '../passes.ts'
import type { ServerReply, Client } from './client.ts'
import { project } from './fill.ts'
import { createSheet } from './imports.ts'
import type { Figure } from './report.ts'

/** Maximum delay of a request by another one, in milliseconds. */
const maxMs = 100

/**
 * Measures how long other requests wait while one client saves a large drawing and checks a large sheet: the longest
 * response of a cheap request, and the longest block of the event loop in CPU time.
 */
export async function measureWaits(
  client: Client,
  url: string,
  loop: ReturnType<typeof watchLoop>,
  rows: number,
  log: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const measure = async <T>(name: string, work: () => Promise<ServerReply<T>>): Promise<T> => {
    const poller = new Worker(new URL('poller.mjs', import.meta.url), { workerData: url })
    await new Promise((done) => {
      setTimeout(done, 500)
    })
    const from = Date.now()
    const answer = await work()
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text.slice(0, 500)}`)
    const polled = await new Promise<{ readonly count: number; readonly longestMs: number }>((done) => {
      poller.once('message', done)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      poller.postMessage('stop')
    })
    const [block = 0] = await loop.blocksSince(from)
    log(
      `${name}: ${answer.ms.toFixed(0)} ms; ${polled.count} other requests, the longest ${polled.longestMs.toFixed(0)} ms; longest block ${block.toFixed(0)} ms of CPU time`,
    )
    figures.push(
      { measure: `${name}: longest other request`, value: rounded(polled.longestMs), unit: 'ms', max: maxMs },
      { measure: `${name}: longest block`, value: rounded(block), unit: 'ms CPU', max: maxMs },
    )
    return answer.data
  }

  const size = `${limits.drawing.components} components`
  const { id } = await measure<{ id: string }>(`create ${size}`, () =>
    client.send('POST', '/api/drawings', { project, name: 'Large', drawing: createDrawing(0) }),
  )
  await measure(`save ${size}`, () =>
    client.send('PUT', `/api/drawings/${id}`, { drawing: createDrawing(1) }, { 'if-match': '"1"' }),
  )
  await measure(`read ${size}`, () => client.get(`/api/drawings/${id}`))
  const job = await measure<ImportJob>(`check ${rows} rows`, () =>
    client.send('POST', '/api/poles/imports', { project, rows: createSheet(rows) }),
  )
  await client.send('POST', `/api/poles/imports/${job.id}/stop`, {})
  return figures
}

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
  })),
})
