import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Component, type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callEntity, call, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import { makeMedia } from '../support/browser/media.ts'
import { stalling, startSite, type Site } from '../support/browser/mediaSite.ts'
import type { Tab } from '../support/browser/tab.ts'

const dist = resolve(import.meta.dirname, '../../dist')
const pollOptions = { timeout: 40_000, interval: 250 }
/** A string that occurs only in the respective library's code. */
const libraries = { mpegts: 'FLVDemuxer', three: 'GLTFLoader', echarts: '__ec_inner' } as const

let journey: Journey
let site: Site
let admin: string

beforeAll(async () => {
  site = await startSite()
  journey = await startJourney({
    own: {
      why: 'its policy allows the site of this file',
      args: [],
      env: { ALLOWED_ORIGINS: site.origin, CAMERA_URL: `${site.origin}/cloud` },
    },
  })
  admin = await signIn(journey.server)
  const tab = await journey.open()
  await tab.goto('/healthz')
  site.media = await makeMedia(tab.page)
  // This page stays open: it sends the WebRTC stream.
  site.answerOffer = (offer) => tab.page.evaluate(answerOffer, offer)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await journey?.end()
  await site?.close()
})

/** Runs in the page: sends a changing canvas as WebRTC stream, and returns the answer to an offer. */
async function answerOffer(sdp: string): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
  const pen = canvas.getContext('2d')
  let step = 0
  setInterval(() => {
    if (!pen) return
    pen.fillStyle = step++ % 2 === 0 ? '#d02020' : '#20a020'
    pen.fillRect(0, 0, 160, 90)
  }, 100)
  const connection = new RTCPeerConnection()
  await connection.setRemoteDescription({ type: 'offer', sdp })
  const stream = canvas.captureStream(10)
  for (const track of stream.getTracks()) connection.addTrack(track, stream)
  await connection.setLocalDescription()
  await new Promise<void>((done) => {
    const check = (): void => {
      if (connection.iceGatheringState === 'complete') done()
    }
    connection.addEventListener('icegatheringstatechange', check)
    check()
  })
  return connection.localDescription?.sdp ?? ''
}

it('shows film, camera, HLS, WebRTC, web page, model, clock, table and chart of an allowed site, and breaks no content policy', async () => {
  const { tab, broken, code } = await running('Everything', [
    part('video', { source: 'mp4', url: `${site.origin}/film.mp4` }),
    part('video', { source: 'camera', serial: 'C100', channel: 2 }),
    part('video', { source: 'hls', url: `${site.origin}/hls/index.m3u8` }),
    part('video', { source: 'webrtc', url: `${site.origin}/whep` }),
    part('web-page', { url: `${site.origin}/page.html` }),
    part('scene-3d', { url: `${site.origin}/model.gltf` }),
    part('clock', {}),
    part('table', { url: `${site.origin}/rows.json`, path: 'data.rows', columns: 'Name,Value', everySeconds: 1 }),
    part('chart-bar', { data: '{"xdata":["a","b"],"ydata":[1,2]}' }),
  ])
  await expect
    .poll(
      () => tab.page.$$eval('video', (videos) => videos.map((video) => video.currentTime > 0 && video.videoWidth > 0)),
      pollOptions,
    )
    .toEqual([true, true, true, true])
  await expect
    .poll(
      async () =>
        (
          await Promise.all(
            tab.page.frames().map((frame) => frame.evaluate(() => document.body.innerText).catch(() => '')),
          )
        ).join(),
      pollOptions,
    )
    .toContain('Notes of the shift')
  await expect
    .poll(() => site.requests.filter(({ url }) => url === '/rows.json').length, pollOptions)
    .toBeGreaterThan(1)
  await expect.poll(() => site.requests.some(({ url }) => url === '/model.gltf'), pollOptions).toBe(true)
  await expect.poll(async () => Object.values(await code()), pollOptions).toEqual([true, true, true])
  await expect.poll(() => redIn(tab), pollOptions).toBeGreaterThan(100)
  await tab.show('showing-01-everything')
  expect(site.requests.find(({ url }) => url?.startsWith('/cloud'))?.url).toBe('/cloud/live/C100/2.flv')
  // External sites receive neither credentials nor a referrer.
  expect(
    site.requests
      .filter(({ headers }) => headers.authorization ?? headers.cookie ?? headers.referer)
      .map(({ url }) => url),
  ).toEqual([])
  expect(broken()).toEqual([])
})

it(
  'offers active models of the list, reports the content type of a URL, and shows values at positions of the model',
  { tags: 'full' },
  async () => {
    for (const [name, path, isAbandoned] of [
      ['Booster set', '/model.gltf', false],
      ['Old booster', '/old.gltf', true],
    ] as const) {
      expect(
        (
          await callEntity(journey.server, 'model', 'create', {
            token: admin,
            body: { values: { name, url: site.origin + path, isAbandoned } },
          })
        ).status,
      ).toBe(200)
    }
    const voltage = {
      prop: 'value1',
      tag: 'street/cabinet-01/voltageA',
      via: { kind: 'value', decimals: 1, unit: 'V' },
    } as const
    const id = await stored('Modelled', [
      { ...part('scene-3d', { url: `${site.origin}/old.gltf`, markers: 'Phase A: 50, 100, 50' }), bindings: [voltage] },
    ])
    const designer = await journey.open()
    await openSignedIn(designer, `/scada/topo/editor?id=${id}`, { password: journey.server.adminPassword })
    await designer.see('application', 'Drawing Modelled')
    await designer.press('scene-3d')
    await designer.read(/"Old booster" is abandoned: choose another model/)
    await designer.read(/Could not load this URL/)
    await designer.press('From the models…')
    await designer.see('button', 'Booster set')
    expect(await designer.isSeen('button', 'Old booster')).toBe(false)
    await designer.show('showing-03-models')
    await designer.press('Booster set')
    await designer.read(/Could not load this URL/, 'gone')
    await designer.press('Save')
    await designer.read(/saved · revision 2/)
    await designer.show('showing-04-model-chosen')

    const run = await journey.open(designer.page.browserContext())
    await openSignedIn(run, `/scada/topo/fullscreen?id=${id}`, { password: journey.server.adminPassword })
    await run.see('application', 'Running drawing Modelled')
    await run.read(/Phase A\s*2\d\d\.\d\s*V/)
    await run.show('showing-05-markers')
  },
)

it(
  'mirrors the picture of a film and a model with its places, and no words; a page is never mirrored',
  { tags: 'full' },
  async () => {
    const markers = { url: `${site.origin}/model.gltf`, markers: 'East: 100, 50, 50' }
    const { tab } = await running('Mirrored', [
      { ...part('video', { source: 'mp4', url: `${site.origin}/film.mp4` }), flipX: true },
      { ...part('web-page', { url: `${site.origin}/page.html` }), flipX: true },
      part('scene-3d', markers),
      { ...part('scene-3d', markers), flipX: true },
      { ...part('scene-3d', markers), flipX: true, flipY: true },
    ])
    await tab.page.waitForSelector('[data-pins] video')
    await tab.page.waitForSelector('[data-pins] iframe')
    const transforms = () =>
      tab.page.$$eval('[data-pins] video, [data-pins] iframe', (elements) =>
        elements.map((element) => [element.tagName, element.style.transform.includes('-1')]),
      )
    await expect.poll(transforms, pollOptions).toEqual([
      ['VIDEO', true],
      ['IFRAME', false],
    ])
    const places = () =>
      tab.page.$$eval('[data-pins] div', (labels) =>
        labels
          .filter(
            ({ textContent, style }) => textContent === 'East' && style.height === '20px' && style.transform !== '',
          )
          .map((label) =>
            (/translate\(([\d.-]+)px, ([\d.-]+)px\)/.exec(label.style.transform) ?? [])
              .slice(1)
              .map((px) => Math.round(Number(px))),
          ),
      )
    await expect.poll(async () => (await places()).length, pollOptions).toBe(3)
    const [plain = [], across = [], both = []] = await places()
    // The picture is 340 by 240, including a border.
    const inner = await tab.page.$eval('[data-pins] canvas', ({ clientWidth, clientHeight }) => [
      clientWidth,
      clientHeight,
    ])
    expect(Math.abs((plain[0] ?? 0) + (across[0] ?? 0) - (inner[0] ?? 0))).toBeLessThan(2)
    expect(Math.abs((plain[1] ?? 0) - (across[1] ?? 0))).toBeLessThan(2)
    expect(Math.abs((plain[1] ?? 0) + (both[1] ?? 0) - (inner[1] ?? 0))).toBeLessThan(2)
    await tab.show('showing-08-mirrored')
  },
)

it('mutes a stream and changes its cover by a tag without asking for the stream again', { tags: 'full' }, async () => {
  // For volts with one decimal: whether the last digit is even.
  const often = { kind: 'expression', source: 'value * 5 - floor(value * 5) < 0.25' } as const
  const covers = { kind: 'expression', source: 'if(value * 5 - floor(value * 5) < 0.25, "/mimic.svg", "")' } as const
  const tag = 'street/cabinet-01/voltageA'
  const before = site.requests.length
  const { tab } = await running('Muted by a tag', [
    {
      // Same initial state as with an odd digit.
      ...part('video', { source: 'camera', serial: 'C100', channel: 2, isMuted: false }),
      bindings: [
        { prop: 'isMuted', tag, via: often },
        { prop: 'cover', tag, via: covers },
      ],
    },
  ])
  await tab.page.waitForSelector('video')
  const seen = new Set<string>()
  await expect
    .poll(async () => {
      seen.add(await tab.page.$eval('video', (video) => `${video.muted} ${video.getAttribute('poster')}`))
      return [...seen].sort()
    }, pollOptions)
    .toEqual(['false null', 'true /mimic.svg'])
  expect(site.requests.slice(before).filter(({ url }) => url?.startsWith('/cloud')).length).toBe(1)
})

it(
  'shows no last picture of a camera that sends nothing any more as if it were of now, and asks for it again',
  { tags: 'full' },
  async () => {
    const countRequests = () => site.requests.filter(({ url }) => url === stalling).length
    const { tab } = await running('Stalled', [
      part('video', { source: 'camera', serial: 'C300', channel: 1, cover: '/mimic.svg' }),
    ])
    const seen: string[] = []
    await expect
      .poll(async () => {
        seen.push(
          await tab.page.$eval('video', (video) =>
            [video.videoWidth > 0 ? 'picture' : 'cover', video.parentElement?.innerText ?? ''].join(' ').trim(),
          ),
        )
        return countRequests()
      }, pollOptions)
      .toBe(2)
    const changes = seen.filter((state, at) => state !== seen[at - 1])
    const from = changes.indexOf('picture')
    expect(changes.slice(from, from + 3)).toEqual([
      'picture',
      'picture Loading…',
      expect.stringMatching(/^cover No picture/),
    ])
    await expect.poll(() => tab.page.$eval('video', ({ currentTime }) => currentTime > 2), pollOptions).toBe(true)
    expect(await tab.page.$eval('video', (video) => video.parentElement?.innerText)).toBe('')
    await tab.show('showing-09-stalled')
  },
)

it(
  'stops camera streams in a hidden tab and restarts them immediately when it becomes visible',
  { tags: 'full' },
  async () => {
    const before = site.requests.length
    const areOpen = () =>
      site.requests
        .slice(before)
        .filter(({ url }) => url === '/cloud/live/C100/2.flv')
        .map(({ socket }) => !socket.destroyed)
    const { tab } = await running('Behind another tab', [
      part('video', { source: 'camera', serial: 'C100', channel: 2 }),
    ])
    const plays = () => tab.page.$eval('video', ({ currentTime }) => currentTime > 0)
    await expect.poll(plays, pollOptions).toBe(true)
    const other = await tab.page.browserContext().newPage()
    await other.bringToFront()
    // Earlier than the timeout of a stalled stream.
    await expect.poll(areOpen, { timeout: 8000, interval: 100 }).toEqual([false])
    await tab.page.bringToFront()
    await other.close()
    await expect.poll(areOpen, pollOptions).toEqual([false, true])
    await expect.poll(plays, pollOptions).toBe(true)
  },
)

it('opens a drawing by a click on a camera, and shows prompts over camera, film and model', async () => {
  const inner = await stored('Behind the gate', [part('clock', {})])
  const changes = (component: Component, prompt: string): Component => ({ ...component, extras: { prompt } })
  const { tab } = await running('Gate with a camera', [
    {
      ...changes(part('video', { source: 'camera', serial: 'C100', channel: 2 }), 'The camera of the gate'),
      action: { kind: 'drawing', drawing: inner, open: 'popup', width: 640, height: 400 },
    },
    changes(part('video', { source: 'mp4', url: `${site.origin}/film.mp4` }), 'A film of the gate'),
    changes(part('web-page', { url: `${site.origin}/page.html` }), 'Notes about the gate'),
    changes(part('scene-3d', { url: `${site.origin}/model.gltf` }), 'A model of the gate'),
  ])
  await expect
    .poll(
      () => tab.page.$$eval('video', (videos) => videos.map((video) => [video.currentTime > 0, video.controls])),
      pollOptions,
    )
    .toEqual([
      [true, false],
      [true, true],
    ])
  await tab.page.waitForSelector('[data-pins] canvas')
  for (const [column, prompt] of [
    [0, /camera of/],
    [1, /film of/],
    [3, /model of/],
  ] as const) {
    await rest(tab, { x: 220 + 380 * column, y: 150 })
    await tab.read(new RegExp(`${prompt.source} the gate`))
    await tab.show(`showing-06-prompt-${column}`)
    await rest(tab, { x: 800, y: 700 })
    await tab.read(new RegExp(`${prompt.source} the gate`), 'gone')
  }
  const film = await tab.at({ x: 600, y: 150 })
  expect(await tab.page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.tagName, film)).toBe('VIDEO')
  const camera = await tab.at({ x: 220, y: 150 })
  await tab.page.mouse.click(camera.x, camera.y)
  const frame = await (await tab.page.waitForSelector(popupFrame('video')))?.contentFrame()
  await frame?.waitForSelector('canvas[aria-label="Running drawing Behind the gate"]')
})

it(
  'turns a model by keys, from the tab key and from the component in the tree, and shows it as at first again',
  { tags: 'full' },
  async () => {
    const { tab } = await running('Turned by keys', [part('scene-3d', { url: `${site.origin}/model.gltf` })])
    await tab.page.waitForSelector('[data-pins] canvas')
    const [from, to] = [
      { x: 60, y: 60 },
      { x: 380, y: 280 },
    ]
    const seen = async () => {
      const { data } = PNG.sync.read(Buffer.from(await tab.takePicture(from, to)))
      let [red, sum] = [0, 0]
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) > 90 && (data[at + 1] ?? 255) < 60) [red, sum] = [red + 1, (sum * 31 + at) % 2_147_483_647]
      return { red, sum }
    }
    await expect.poll(async () => (await seen()).red, pollOptions).toBeGreaterThan(100)
    // The component's entry in the accessibility tree moves the focus to the element.
    const entry = await tab.page.waitForSelector('[role="img"][aria-label^="scene-3d"]')
    await entry?.focus()
    await tab.page.keyboard.press('Enter')
    const focused = () =>
      tab.page.evaluate(() => [
        document.activeElement?.getAttribute('role'),
        document.activeElement?.getAttribute('aria-label'),
      ])
    expect(await focused()).toEqual(['application', 'scene-3d'])
    const first = await seen()
    for (let times = 0; times < 4; times++) await tab.page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await seen()).sum, pollOptions).not.toBe(first.sum)
    await tab.show('showing-08-turned')
    await tab.page.keyboard.press('+')
    await tab.page.keyboard.press('+')
    await expect.poll(async () => (await seen()).red, pollOptions).toBeGreaterThan(first.red * 1.15)
    await tab.page.keyboard.press('0')
    await expect.poll(seen, pollOptions).toEqual(first)

    // It is also reachable by Tab.
    await entry?.focus()
    await tab.page.keyboard.press('Tab')
    await expect.poll(focused, pollOptions).toEqual(['application', 'scene-3d'])
    await tab.page.keyboard.press('-')
    await expect.poll(async () => (await seen()).red, pollOptions).toBeLessThan(first.red * 0.95)
  },
)

it(
  'shows components above a video, page or model without blocking its pointer, and hides those below',
  { tags: 'full' },
  async () => {
    const magenta = (name: string, x: number, more: Partial<Component> = {}): Component =>
      makeComponent({
        type: 'rect',
        name,
        x,
        y: 120,
        width: 60,
        height: 60,
        props: { backgroundColor: '#ff00ffff', borderWidth: 0 },
        ...more,
      })
    const film = { source: 'mp4', url: `${site.origin}/film.mp4`, fit: 'cover' }
    const turned = { ...part('video', film), angleDeg: 30 }
    const { tab } = await running('Labelled', [
      magenta('Beneath', 300),
      turned,
      part('web-page', { url: `${site.origin}/page.html` }),
      part('scene-3d', { url: `${site.origin}/model.gltf` }),
      magenta('On the film', 150),
      magenta('On the page', 600),
      magenta('On the model', 1100),
      magenta('Half out', 340, { y: 250, angleDeg: 45 }),
      makeComponent({
        type: 'text',
        name: 'Power',
        x: 500,
        y: 60,
        width: 260,
        height: 40,
        props: { fontSize: 32 },
        bindings: [{ prop: 'text', tag: 'street/nowhere/power', via: { kind: 'value' } }],
      }),
    ])
    await expect
      .poll(() => tab.page.$$eval('video', ([video]) => (video?.currentTime ?? 0) > 0), pollOptions)
      .toBe(true)
    await tab.page.waitForSelector('[data-pins] canvas')
    const isMagenta = async (x: number, y: number) => String(await colorAt(tab, { x, y })) === '255,0,255'
    for (const x of [170, 620, 1120]) await expect.poll(() => isMagenta(x, 140), pollOptions).toBe(true)
    await tab.show('showing-09-labelled')
    expect([await isMagenta(320, 140), await isMagenta(220, 200), await isMagenta(370, 280)]).toEqual([
      false,
      false,
      true,
    ])
    const tagAt = async (x: number, y: number) =>
      tab.page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.tagName, await tab.at({ x, y }))
    expect([await tagAt(170, 140), await tagAt(620, 140)]).toEqual(['VIDEO', 'IFRAME'])

    // They follow the picture.
    const at = await tab.at({ x: 620, y: 140 })
    await tab.page.keyboard.press('ArrowDown')
    await expect
      .poll(async () => {
        const { data } = PNG.sync.read(
          Buffer.from(
            await tab.page.screenshot({
              clip: { x: at.x, y: at.y - 60, width: 4, height: 4 },
              captureBeyondViewport: false,
            }),
          ),
        )
        return String([...data.subarray(0, 3)])
      }, pollOptions)
      .toBe('255,0,255')
  },
)

it(
  'shows interactive components above a video or page and gives them the click; elsewhere the element receives it',
  { tags: 'full' },
  async () => {
    const inner = await stored('Behind the button', [part('clock', {})])
    const over = (name: string, x: number): Component =>
      makeComponent({
        type: 'button',
        name,
        x,
        y: 200,
        width: 140,
        height: 50,
        props: { text: name, backgroundColor: '#1f7a3d' },
        action: { kind: 'drawing', drawing: inner, open: 'popup', width: 640, height: 400 },
      })
    const { tab } = await running('Film with a button', [
      part('video', { source: 'mp4', url: `${site.origin}/film.mp4` }),
      part('web-page', { url: `${site.origin}/page.html` }),
      over('Over the film', 150),
      over('Over the page', 530),
      makeComponent({ type: 'text', name: 'Words', x: 60, y: 60, width: 100, height: 30, props: { text: 'Words' } }),
    ])
    await tab.page.waitForSelector('[data-pins] iframe')
    await expect
      .poll(() => tab.page.$$eval('video', ([video]) => (video?.currentTime ?? 0) > 0), pollOptions)
      .toBe(true)
    const tagAt = async (x: number, y: number) =>
      tab.page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.tagName, await tab.at({ x, y }))
    await expect.poll(() => tagAt(220, 225), pollOptions).toBe('CANVAS')
    expect([await tagAt(600, 225), await tagAt(110, 75), await tagAt(600, 100)]).toEqual(['CANVAS', 'VIDEO', 'IFRAME'])
    await tab.show('showing-07-button-over-film')
    for (const x of [220, 600]) {
      const { x: left, y: top } = await tab.at({ x, y: 225 })
      await tab.page.mouse.click(left, top)
      await tab.see('dialog', '')
      await tab.page.keyboard.press('Escape')
      await expect.poll(() => tab.isSeen('dialog', ''), pollOptions).toBe(false)
    }
  },
)

it(
  'applies the border and rounded corners to embedded elements, and follows changes by a tag',
  { tags: 'full' },
  async () => {
    const wide = { kind: 'expression', source: 'if(value > 1, 12, 4)' } as const
    const frame = { borderWidth: 4, borderColor: '#ff00ffff', radius: 40 }
    const bound = { bindings: [{ prop: 'borderWidth', tag: 'street/cabinet-01/voltageA', via: wide }] } as const
    const { tab } = await running('Framed', [
      { ...part('video', { ...frame, source: 'mp4', url: `${site.origin}/film.mp4`, fit: 'cover' }), ...bound },
      { ...part('web-page', { ...frame, borderStyle: 'dashed', url: `${site.origin}/page.html` }), angleDeg: 20 },
      { ...part('scene-3d', { ...frame, url: `${site.origin}/model.gltf` }), opacity: 0.5 },
    ])
    await expect
      .poll(
        () =>
          tab.page.$$eval('[data-pins] > *', (pins) =>
            pins.map(
              (pin) => pin instanceof HTMLElement && [pin.style.borderRadius, pin.style.width, pin.style.opacity],
            ),
          ),
        pollOptions,
      )
      .toEqual([
        ['28px', '316px', '1'],
        ['36px', '332px', '1'],
        ['36px', '332px', '0.5'],
      ])
    await expect.poll(() => tab.page.$eval('video', (video) => video.currentTime > 0), pollOptions).toBe(true)
    await tab.show('showing-07-framed')
    // From the outside in: page around the corner, border, film.
    expect(await colorAt(tab, { x: 220, y: 56 })).toEqual([255, 0, 255])
    expect(await colorAt(tab, { x: 55, y: 55 })).not.toEqual([255, 0, 255])
    const [red = 0, green = 0, blue = 255] = await colorAt(tab, { x: 220, y: 70 })
    expect(Math.max(red, green)).toBeGreaterThan(blue + 60)
  },
)

it('loads elements far outside the view only when they are near it', { tags: 'full' }, async () => {
  const stream = () =>
    site.requests.filter(({ url }) => url === '/cloud/live/C200/1.flv').map(({ socket }) => !socket.destroyed)
  const { tab } = await running('Wide', [
    { ...part('video', { source: 'camera', serial: 'C200', channel: 1 }), x: 2300 },
    { ...part('video', { source: 'mp4', url: `${site.origin}/film.mp4` }), x: 2300, y: 400 },
  ])
  const film = () => tab.page.$eval('video[controls]', ({ paused, muted }) => ({ paused, muted }))
  await tab.page.waitForNetworkIdle()
  expect([stream(), await tab.page.$$eval('video', ({ length }) => length)]).toEqual([[], 0])
  await drag(tab, -600)
  await expect.poll(stream, pollOptions).toEqual([true])
  await expect.poll(film, pollOptions).toEqual({ paused: false, muted: true })
})

it('that has none of these loads nothing of their libraries', async () => {
  const { tab, code } = await running('Plain', [part('rect', {}), part('clock', {}), part('lamp', {})])
  await tab.page.waitForNetworkIdle()
  expect(await code()).toEqual({ mpegts: false, three: false, echarts: false })
})

it('opens another drawing in a window within the page, which Escape closes', { tags: 'full' }, async () => {
  const inner = await stored('Pump room', [part('clock', {})])
  const { tab } = await running('Gate', [
    { ...part('rect', {}), action: { kind: 'drawing', drawing: inner, open: 'popup', width: 640, height: 400 } },
  ])
  const { x, y } = await tab.at({ x: 150, y: 110 })
  await tab.page.mouse.click(x, y)
  const frame = await (await tab.page.waitForSelector(popupFrame('rect')))?.contentFrame()
  await frame?.waitForSelector('canvas[aria-label="Running drawing Pump room"]')
  await tab.show('showing-02-popup')
  await tab.page.keyboard.press('Escape')
  await tab.page.waitForSelector(popupFrame('rect'), { hidden: true })
})

const popupFrame = (opener: string): string => `iframe[title="Drawing ${opener}"]`

let count = 0
/** Moves the pointer to a place of the drawing and rests. */
async function rest(tab: Tab, place: { readonly x: number; readonly y: number }): Promise<void> {
  const { x, y } = await tab.at(place)
  await tab.page.mouse.move(x, y, { steps: 12 })
}

/** Pans the picture. */
async function drag(tab: Tab, dx: number): Promise<void> {
  const { x, y } = await tab.at({ x: 800, y: 700 })
  await tab.page.mouse.move(x - dx / 2, y)
  await tab.page.mouse.down()
  await tab.page.mouse.move(x + dx / 2, y, { steps: 4 })
  await tab.page.mouse.up()
}

/** Returns the colour at a place of the drawing. */
async function colorAt(tab: Tab, place: { readonly x: number; readonly y: number }): Promise<readonly number[]> {
  const { data } = PNG.sync.read(Buffer.from(await tab.takePicture(place, { x: place.x + 4, y: place.y + 4 })))
  return [...data.subarray(0, 3)]
}

/** Returns a component of the type, positioned after the previous ones. */
function part(type: string, props: Component['props']): Component {
  const place = count++
  return makeComponent({
    type,
    name: type,
    x: 50 + 380 * (place % 4),
    y: 50 + 280 * (Math.floor(place / 4) % 3),
    width: 340,
    height: 240,
    props,
  })
}

async function stored(name: string, components: readonly Component[]): Promise<string> {
  count = 0
  const ranks = ranksBetween(null, null, components.length)
  const drawing: Drawing = {
    ...newDrawing(name),
    components: components.map((component, index) => ({ ...component, rank: ranks[index] ?? component.rank })),
  }
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name, drawing },
  })
  if (created.status !== 200) throw new Error(created.text)
  return created.data.id
}

/** Runs the drawing in a tab. Returns the tab, policy violations and the loaded libraries. */
async function running(name: string, components: readonly Component[]) {
  const id = await stored(name, components)
  const tab = await journey.open()
  const broken: string[] = []
  const scripts: string[] = []
  tab.page.on('console', (message) => {
    if (/content security policy|refused to/i.test(message.text())) broken.push(message.text())
  })
  tab.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname)
  })
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${id}`, { password: journey.server.adminPassword })
  await tab.see('application', `Running drawing ${name}`)
  const code = async () => {
    const texts = await Promise.all([...new Set(scripts)].map((path) => readFile(join(dist, path), 'utf8')))
    return Object.fromEntries(
      Object.entries(libraries).map(([library, mark]) => [library, texts.some((text) => text.includes(mark))]),
    )
  }
  return { tab, broken: () => broken, code }
}

/** Counts red pixels in the area of the 3D model; the test's model is red. */
async function redIn(tab: Tab): Promise<number> {
  const { data } = PNG.sync.read(Buffer.from(await tab.takePicture({ x: 1190, y: 50 }, { x: 1530, y: 290 })))
  let red = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 90) red++
  return red
}
