import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { UploadedFile } from '../../contract/routes.ts'
import { callEntity, call, send, signIn } from '../support/server/api.ts'
import { type CanaryWatch, watchCanary } from '../support/hostile/canaryWatch.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { aDrawing, navigateInside, signInWith } from '../support/browser/pages.ts'
import { hostileSvgs, type Polyglot, polyglots } from '../support/hostile/polyglots.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

const pollOptions = { timeout: 40_000, interval: 100 }

let journey: Journey
let admin: string
let tab: Tab
let watch: CanaryWatch
/** Accepted files with their source. */
const uploaded: { readonly file: UploadedFile; readonly polyglot: Polyglot }[] = []

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
  admin = await signIn(journey.server, 'admin', password)
  tab = await journey.open()
  watch = await watchCanary(tab, journey.server.httpUrl)
  await signInWith(tab, password)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('polyglot files and path traversal are rejected or stored under a generated ID, and nothing is written outside the file folder', async () => {
  const refused: string[] = []
  for (const polyglot of polyglots) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(polyglot.content)]), polyglot.name)
    const reply = await send(journey.server, 'POST', `/common/upload?purpose=${polyglot.purpose}`, form, {
      authorization: `Bearer ${admin}`,
    })
    if (reply.status === 200) uploaded.push({ file: reply.data as UploadedFile, polyglot })
    else {
      expect([polyglot.name, reply.status, [400, 413, 415].includes(reply.status)]).toEqual([
        polyglot.name,
        reply.status,
        true,
      ])
      refused.push(polyglot.name)
    }
  }
  // No page, script or vector drawing is accepted as a picture, and no name contains a path.
  expect(
    uploaded
      .map(({ polyglot }) => polyglot.name)
      .filter((name) => /\.(?:svg|gif|html|zip)$|^(?:gif|header|page)\b.*\.(?:png|jpg)$|bomb/.test(name)),
  ).toEqual([])
  for (const { file } of uploaded)
    expect([file.name, file.id, /[/\\]/.test(file.name)]).toEqual([
      file.name,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      false,
    ])
  expect(readdirSync(join(journey.server.dataDir, 'files')).filter((name) => !/^[0-9a-f-]{36}$/.test(name))).toEqual([])
  expect(readdirSync(journey.server.dataDir).filter((name) => /escape|slip|passwd/.test(name))).toEqual([])
})

it(
  'fetched by itself, or put where a page takes scripts, frames and objects, none of them runs',
  { tags: 'full', timeout: 5 * 60_000 },
  async () => {
    const direct = await journey.open(tab.page.browserContext())
    const { reached } = await watchCanary(direct, journey.server.httpUrl)
    await direct.goto('/healthz')
    // Files require a session. With one, try every kind of embedding.
    await direct.page.setExtraHTTPHeaders({ authorization: `Bearer ${admin}` })
    await direct.goto('/help')
    for (const { file } of uploaded) {
      const path = `/common/download/resource?resource=${file.id}`
      const request = await direct.page.evaluate(embedded, path)
      expect([
        file.name,
        request.type,
        request.policy,
        request.disposition.startsWith('attachment'),
        request.sniffing,
      ]).toEqual([
        file.name,
        expect.not.stringMatching(/html|script|svg|\/xml/),
        expect.stringContaining('sandbox'),
        true,
        'nosniff',
      ])
      // A download aborts the navigation.
      await expect(direct.page.goto(`${journey.server.httpUrl}${path}`)).rejects.toThrow(/ERR_ABORTED/)
    }
    expect(reached).toEqual([])
    await direct.page.close()
  },
)

it('in the gallery each is shown as the picture it is, under its name as text', async () => {
  const pictures = uploaded.filter(({ polyglot }) => polyglot.purpose === 'gallery')
  expect(pictures.length).toBeGreaterThan(10)
  for (const [n, { file }] of pictures.entries()) {
    const { status, text } = await callEntity(journey.server, 'gallery', 'create', {
      token: admin,
      body: {
        values: {
          name: `${n} ${file.name}`.slice(0, 100),
          picture: [{ id: file.id, name: file.name }],
          isPublic: true,
        },
      },
    })
    expect([file.name, status, text]).toEqual([file.name, 200, text])
  }
  await navigateInside(tab.page, '/scada/gallery?sort=-createdAt&size=50')
  await expect
    .poll(
      () =>
        tab.page.evaluate(
          () =>
            [...document.querySelectorAll('main img')].filter(
              (each) => each instanceof HTMLImageElement && each.naturalWidth > 0,
            ).length,
        ),
      pollOptions,
    )
    .toBeGreaterThanOrEqual(pictures.length)
  for (const [n, { file }] of pictures.entries())
    await tab.read(new RegExp(`${n} ${file.name}`.slice(0, 100).replaceAll(/[^\w ]/g, String.raw`\$&`)))
  expect(watch).toEqual({ reached: [], violations: [] })
})

it('in a drawing thirty hostile vector pictures are painted, in the designer and running, and do nothing else', async () => {
  const sources = [
    ...hostileSvgs.map((svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`),
    ...uploaded
      .filter(({ polyglot }) => polyglot.purpose === 'picture')
      .map(
        ({ file, polyglot }) =>
          `data:image/${file.type === 'image/png' ? 'png' : 'jpeg'};base64,${polyglot.content.toString('base64')}`,
      ),
  ]
  const ranks = ranksBetween(null, null, sources.length)
  const components = sources.map((source, at) =>
    makeComponent({
      type: 'image',
      name: `picture ${at}`,
      rank: ranks[at] ?? '',
      x: (at % 12) * 130,
      y: Math.floor(at / 12) * 150,
      width: 120,
      height: 120,
      props: { source },
    }),
  )
  const layer = { ...newDrawing().layer, backgroundImage: sources[0] ?? '' }
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name: 'Pictures', drawing: { ...newDrawing('Pictures'), layer, components } },
  })
  expect([created.status, created.text]).toEqual([200, created.text])
  for (const path of ['editor', 'fullscreen']) {
    await navigateInside(tab.page, `/scada/topo/${path}?id=${created.data.id}`)
    await tab.see('application', '')
  }
  await tab.show('uploads-01-pictures')
  expect(watch).toEqual({ reached: [], violations: [] })
  // Other data URLs than pictures are rejected.
  for (const source of [
    `data:text/html;base64,${Buffer.from('<script>1</script>').toString('base64')}`,
    `data:image/svg+xml,${hostileSvgs[0] ?? ''}`,
    'javascript:1',
  ]) {
    const drawing = { ...newDrawing('Worse'), components: [makeComponent({ type: 'image', props: { source } })] }
    expect([
      source,
      (
        await call(journey.server, 'drawing.create', {
          token: admin,
          body: { project: 'street', name: 'Worse', drawing },
        })
      ).status,
    ]).toEqual([source, 400])
  }
})

it(
  'normal use breaks no content policy: home, drawings, designer, running drawing, map, charts, help, in both languages',
  { tags: 'full' },
  async () => {
    const drawing = await aDrawing(journey.server, password)
    for (const language of ['en-us', 'zh-cn']) {
      const own = await journey.open()
      const { reached, violations } = await watchCanary(own, journey.server.httpUrl)
      await signInWith(own, password, { language })
      for (const path of [
        '/homepage',
        '/scada/center',
        `/scada/topo/editor?id=${drawing}`,
        `/scada/topo/fullscreen?id=${drawing}`,
        '/scada/gallery',
        '/instdet1',
        '/energy/analysis',
        '/monitor/server',
        '/platform/dashboards',
        '/help',
      ]) {
        await navigateInside(own.page, path)
        await own.page.waitForFunction(
          () =>
            document.querySelector('main, [role="application"]') !== null &&
            document.querySelector('[aria-busy="true"], .ant-skeleton-active') === null,
        )
      }
      expect([language, reached, violations]).toEqual([language, [], []])
      await own.page.close()
    }
  },
)

/** Embeds a file in every element that could execute it. Returns its response headers. */
async function embedded(path: string): Promise<{
  readonly type: string
  readonly policy: string
  readonly disposition: string
  readonly sniffing: string
}> {
  const created = ['script', 'img', 'iframe', 'object', 'embed', 'video', 'link'].map((tag) => {
    const element = document.createElement(tag)
    element.setAttribute(tag === 'object' ? 'data' : tag === 'link' ? 'href' : 'src', path)
    if (tag === 'link') element.setAttribute('rel', 'stylesheet')
    return element
  })
  await Promise.all(
    created.map(
      (element) =>
        new Promise((done) => {
          element.addEventListener('load', done)
          element.addEventListener('error', done)
          document.body.append(element)
          setTimeout(done, 500)
        }),
    ),
  )
  for (const element of created) element.remove()
  const { headers } = await fetch(path)
  const of = (name: string): string => headers.get(name) ?? ''
  return {
    type: of('content-type'),
    policy: of('content-security-policy'),
    disposition: of('content-disposition'),
    sniffing: of('x-content-type-options'),
  }
}
