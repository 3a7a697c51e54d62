import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addAccount, callEntity, send, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

const pollOptions = { timeout: 30_000, interval: 300 }
const middle = { longitude: 114.1, latitude: 22.3 }
/** The picture has different colours in its upper (north) and lower half. */
const [upper, lower] = [
  [200, 0, 200],
  [0, 160, 0],
] as const

let journey: Journey
let admin: string

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
  admin = await signIn(journey.server, 'admin', password)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

const make = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  const created = await callEntity(journey.server, 'map', 'create', {
    token: admin,
    body: { project: 'street', values: { ...middle, zoom: 12, ...values } },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}
const readIds = async (query: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
  (
    await callEntity<{ rows: readonly { id: string }[] }>(journey.server, 'map', 'list', { token: admin, query })
  ).data.rows
    .map(({ id }) => id)
    .toSorted()
const readDefaults = () => readIds({ 'filter[isDefault]': 'true' })

async function upload(): Promise<{ readonly id: string; readonly name: string }> {
  const png = new PNG({ width: 400, height: 200 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...(at < png.data.length / 2 ? upper : lower), 255], at)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(PNG.sync.write(png))]), 'site.png')
  const { data, status, text } = await send(
    journey.server,
    'POST',
    '/common/upload?purpose=picture&project=street',
    form,
    { authorization: `Bearer ${admin}` },
  )
  if (status !== 200 || typeof data !== 'object' || data === null || !('id' in data) || typeof data.id !== 'string')
    throw new Error(text)
  return { id: data.id, name: 'site.png' }
}

/** Returns share and vertical centre of each colour in the map, both 0 to 1 from the top. */
async function measureMaps(tab: Tab): Promise<readonly { readonly share: number; readonly height: number }[]> {
  const box = await (await tab.page.waitForSelector('.plant-map'))?.boundingBox()
  if (!box) throw new Error('there is no map')
  const { data, width, height } = PNG.sync.read(Buffer.from(await tab.page.screenshot({ clip: box })))
  return [upper, lower].map((color) => {
    let [count, sum] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      if (color.some((part, index) => Math.abs(part - (data[at + index] ?? 0)) > 40)) continue
      count++
      sum += Math.floor(at / 4 / width)
    }
    return { share: count / (width * height), height: count === 0 ? 0 : sum / count / height }
  })
}

it("a project's front page and its annotation open with its default map, a picture laid over its width on the ground", async () => {
  const outline = await make({ name: 'The region', kind: 'outline', outlines: ['guangdong'], isDefault: true })
  const picture = await make({
    name: 'The site',
    kind: 'picture',
    picture: [await upload()],
    widthM: 800,
    isDefault: true,
  })
  expect([await readDefaults(), await readIds()]).toEqual([[picture], [outline, picture].toSorted()])

  for (const [language, theme] of [
    ['en-us', 'light'],
    ['zh-cn', 'dark'],
  ] as const) {
    const tab = await journey.open()
    await signInWith(tab, password, { language, theme })
    for (const path of ['/homepage?project=street', '/map/annotation?project=street&step=2']) {
      await navigateInside(tab.page, path)
      // Compares single frames, because the map may be repainted meanwhile.
      await expect
        .poll(async () => {
          const [north, south] = await measureMaps(tab)
          return (
            north !== undefined &&
            south !== undefined &&
            Math.min(north.share, south.share) > 0.1 &&
            north.height < south.height
          )
        }, pollOptions)
        .toBe(true)
      await tab.show(`maps-01-${path.slice(1, 4)}-${theme}`)
    }
    await navigateInside(tab.page, '/platform/maps')
    await tab.read(/The site/)
    await tab.show(`maps-02-list-${theme}`)
    await tab.page.close()
  }
})

it('people of the project see the picture, and those of another project learn nothing of it', async () => {
  const {
    data: { rows },
  } = await callEntity<{
    rows: readonly { readonly id: string; readonly picture?: readonly { readonly id: string }[] }[]
  }>(journey.server, 'map', 'list', { token: admin, query: { 'filter[kind]': 'picture' } })
  const file = rows[0]?.picture?.[0]?.id ?? ''
  const [inside, outside] = await Promise.all(
    ['street', 'tunnel'].map((id) => addAccount(journey.server, admin, 'operator', [{ id, role: 'operator' }])),
  )
  const statusFor = async (token: string | undefined) =>
    (
      await fetch(`${journey.server.httpUrl}/common/download/resource?resource=${file}`, {
        headers: { authorization: `Bearer ${token ?? ''}` },
      })
    ).status
  expect([await statusFor(inside?.token), await statusFor(outside?.token)]).toEqual([200, 404])
})

it('an outline map opens with its provinces and centre, and the built-in map is the fallback', async () => {
  const {
    data: { rows },
  } = await callEntity<{ rows: readonly { readonly id: string; readonly kind?: string; readonly revision: number }[] }>(
    journey.server,
    'map',
    'list',
    { token: admin },
  )
  const [outline, picture] = ['outline', 'picture'].map((kind) => rows.find((row) => row.kind === kind))
  const requests = new Set<string>()
  const tab = await journey.open()
  tab.page.on('request', (request) => {
    if (request.url().includes('/maps/')) requests.add(new URL(request.url()).pathname)
  })
  await signInWith(tab, password, { edition: 'street' })
  const update = async (row: typeof outline, values: Readonly<Record<string, unknown>>): Promise<void> => {
    const {
      data: { revision },
    } = await callEntity(journey.server, 'map', 'read', { token: admin, params: { id: row?.id ?? '' } })
    const { status, text } = await callEntity(journey.server, 'map', 'update', {
      token: admin,
      params: { id: row?.id ?? '' },
      headers: { 'if-match': `"${revision}"` },
      body: { values },
    })
    if (status !== 200) throw new Error(text)
  }
  await update(picture, { isDefault: false })
  await tab.goto('/homepage?project=street')
  await expect
    .poll(() => [...requests].toSorted(), pollOptions)
    .toEqual(['/maps/aomen.json', '/maps/china.json', '/maps/guangdong.json', '/maps/xianggang.json'])
  expect((await measureMaps(tab)).map(({ share }) => share < 0.01)).toEqual([true, true])
  await update(outline, { isDefault: true, outlines: ['zhejiang'], longitude: 120.2, latitude: 30.2, zoom: 7 })
  requests.clear()
  await tab.goto('/homepage?project=street')
  await expect.poll(() => [...requests].toSorted(), pollOptions).toEqual(['/maps/china.json', '/maps/zhejiang.json'])
  await tab.show('maps-03-outline')
  await tab.page.close()
})
