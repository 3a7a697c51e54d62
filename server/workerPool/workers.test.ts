import { afterAll, expect, it } from 'vitest'
import { ApiError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { readRequestBody } from '../http/request/bodyReader.ts'
import { createWorkers, inlineWorkers, largeBytes, type Workers } from './index.ts'

const log = { error: () => undefined, warn: () => undefined, info: () => undefined }
const pool = createWorkers(log)
afterAll(() => pool.close())

const drawing = { kind: 'drawing', route: 'drawing.save' } as const
const sheet = { kind: 'sheet', scope: 'project' } as const
const filler = 'x'.repeat(largeBytes)
const rect = (id: string) => `{"id":"${id}","type":"rect","name":"${id}","x":1,"y":2,"width":3,"height":4}`
const components = (count: number): string =>
  Array.from({ length: count }, (_, n) => rect(`component-${n}`)).join(',\n')

/** Returns the result of reading a body, with errors as data. */
async function outcome(body: Buffer, large: typeof drawing | typeof sheet, workers: Workers): Promise<unknown> {
  try {
    return await readRequestBody(Buffer.from(body), large, workers)
  } catch (cause) {
    if (cause instanceof ApiError) return { error: cause.error, problems: cause.problems }
    throw cause
  }
}

const bodies: readonly (readonly [string, typeof drawing | typeof sheet, string | Buffer])[] = [
  [
    'a valid drawing',
    drawing,
    `{"note":"Pumps","drawing":{"version":1,"name":"Works","components":[${components(2000)}]}}`,
  ],
  [
    'a drawing with a wrong component',
    drawing,
    `{"drawing":{"version":1,"name":"Works","components":[${components(2000)},${rect('component-0')}]}}`,
  ],
  [
    'too many components',
    drawing,
    `{"drawing":{"version":1,"components":[${components(limits.drawing.components + 1)}]}}`,
  ],
  ['a drawing that is text', drawing, `{"drawing":"${filler}"}`],
  ['a list for a drawing', drawing, `{"drawing":["${filler}"]}`],
  ['an unknown field', drawing, `{"drawing":{},"other":"${filler}"}`],
  ['a key twice', drawing, `{"drawing":{"a":1,"a":2},"note":"${filler}"}`],
  ['a prototype', drawing, `{"drawing":{"__proto__":{}},"note":"${filler}"}`],
  ['deep brackets', drawing, '['.repeat(largeBytes)],
  ['no JSON', drawing, `{"drawing":${filler}}`],
  ['no UTF-8', drawing, Buffer.concat([Buffer.from([0xff]), Buffer.from(filler)])],
  ['only blanks', drawing, ' '.repeat(largeBytes)],
  [
    'a valid sheet',
    sheet,
    `{"project":"street","rows":[${Array.from({ length: 3000 }, (_, n) => `{"name":"Lamp ${n} 灯","count":${n},"on":true,"empty":null}`).join(',')}]}`,
  ],
  [
    'a sheet with an object in a cell',
    sheet,
    `{"project":"street","rows":[{"name":{}},{"name":"${'x'.repeat(4001)}"},{"name":"${filler}"}]}`,
  ],
  ['a sheet of wrong rows', sheet, `{"project":"street","rows":[${'1,'.repeat(40_000)}1]}`],
]

it.each(bodies)('reads %s in a worker as on the event loop', async (_name, large, text) => {
  const body = Buffer.from(text)
  expect(body.length).toBeGreaterThanOrEqual(largeBytes)
  expect(await outcome(body, large, pool)).toEqual(await outcome(body, large, inlineWorkers))
})

it('refuses a sheet of millions of empty rows before it is parsed', async () => {
  const empty = Buffer.from(`{"project":"street","rows":[${'{},'.repeat(10_000_000)}{}]}`)
  expect(await outcome(empty, sheet, pool)).toMatchObject({ error: 'input.json', problems: [{ code: 'size' }] })
})

it(
  'refuses a body that needs more memory than a worker has, and reads the next one',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const small = createWorkers(log, { memoryMb: 64 })
    try {
      const hostile = Buffer.from(`{"drawing":{"version":1,"components":[${'{},'.repeat(1_500_000)}{}]}}`)
      expect(await outcome(hostile, drawing, small)).toMatchObject({ error: 'input.large' })
      const [, , valid] = bodies[0] ?? ['', drawing, '']
      expect(await outcome(Buffer.from(valid), drawing, small)).toMatchObject({ parsed: { value: { note: 'Pumps' } } })
    } finally {
      await small.close()
    }
  },
)
