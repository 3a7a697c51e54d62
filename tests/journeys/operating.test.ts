import { catalog } from '@mimic/engine/catalog'
import { type Drawing, makeComponent, newDrawing, ranksBetween } from '@mimic/engine/document'
import { PNG } from 'pngjs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../contract/entity/define.ts'
import { limits } from '../../contract/limits.ts'
import { startSimulator, type Simulator } from '../../server/simulator/index.ts'
import { callEntity, call, signIn, sqlIn, readAuditLog } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import { measureDifference } from '../support/browser/pictures.ts'
import type { Place, Tab } from '../support/browser/tab.ts'

const token = 'a-gateway-credential-of-the-journeys'
const lampTag = 'street/pole-001/lamp'
const voltageTag = 'street/cabinet-01/voltageA'
const lamp: Place = { x: 500, y: 300 }
const value: Place = { x: 1000, y: 300 }

/** Windows has no signal that stops a process. */
const losses = process.platform === 'win32' ? (['killed'] as const) : (['killed', 'frozen'] as const)

let journey: Journey
let plant: Simulator

beforeAll(async () => {
  journey = await startJourney({
    moves: true,
    own: { why: 'it is killed and frozen', env: { MIMIC_GATEWAY_TOKEN: token } },
  })
  // The demo's plant in a separate process that the test can make misbehave.
  plant = startSimulator({ url: journey.server.mqttUrl, token, everyMs: 1000 })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await plant?.stop()
  await journey?.end()
})

it('draws a lamp and a value, binds them, saves, runs, and switches the lamp: the plant obeys and the drawing shows it', async () => {
  const tab = await journey.open()
  await tab.goto('/')
  await tab.show('operating-01-sign-in')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.see('heading', 'Which system do you work with?')
  await tab.goto('/scada/center')

  await tab.press('New drawing')
  await tab.fill('Name', 'Night watch', 'textbox', 'dialog')
  await tab.choose('Project', 'Street', 'dialog')
  await tab.show('operating-02-new-drawing')
  await tab.press('Create and design', 'button', 'dialog')

  await tab.see('application', 'Drawing Night watch')
  const bare = await tab.takePicture(...around(lamp))
  await dragToDrawing(tab, 'Lamp', lamp)
  await clickIntoDrawing(tab, 'Text', value)
  await expect
    .poll(
      async () => measureDifference(await tab.takePicture(...around(lamp)), bare, 'tests/.output/placed.png'),
      pollOptions,
    )
    .toBeGreaterThan(0.01)
  await tab.read(/unsaved changes/)
  await tab.show('operating-03-placed')
  // The page is distinguishable from its surroundings.
  expect(await colourAt(tab, { x: -20, y: -20 })).not.toEqual(await colourAt(tab, { x: 20, y: 20 }))

  await tab.press('Bindings', 'tab')
  await bind(tab, 'Text', voltageTag)
  await tab.show('operating-04-bound')
  await tab.press('Lamp 1')
  await bind(tab, 'State', lampTag)
  await tab.press('Action', 'tab')
  await tab.choose('On click', 'Switch a point')
  await tab.choose('Tag', lampTag)
  await tab.show('operating-05-action')

  await tab.press('Save')
  await tab.read(/saved · revision 2/)
  const id = new URL(tab.page.url()).searchParams.get('id') ?? ''
  const admin = await signIn(journey.server)
  const { data: stored } = await call(journey.server, 'drawing.read', { token: admin, params: { id } })
  expect(
    stored.drawing.components.map(({ type, bindings, action }) => [
      type,
      bindings.map(({ tag }) => tag),
      action?.kind ?? null,
    ]),
  ).toEqual([
    ['lamp', [lampTag], 'switch'],
    ['text', [voltageTag], null],
  ])

  const run = await journey.opened(tab, () => tab.press('Run'))
  await run.see('application', 'Running drawing Night watch')
  await run.read(/^Live$/m)
  await run.show('operating-06-running')

  const seen = await readPrompt(run, value, voltageTag, /^[\d.]+ V good/)
  const picture = await run.takePicture(...around(value))
  await run.show('operating-07-prompt')
  const [before] = seen.split(' ')
  await readPrompt(run, value, voltageTag, new RegExp(`^(?!${before} )[\\d.]+ V good`))
  await expect
    .poll(
      async () => measureDifference(await run.takePicture(...around(value)), picture, 'tests/.output/value.png'),
      pollOptions,
    )
    .toBeGreaterThan(0)

  const was = (await readPrompt(run, lamp, lampTag, /^(On|Off) good/)).startsWith('On') ? 1 : 0
  const lit = await run.takePicture(...around(lamp))
  const { x, y } = await run.at(lamp)
  await run.page.mouse.click(x, y)
  await run.see('button', 'Send')
  await run.show('operating-08-asked')
  await run.press('Send')
  await run.read(/Done: the device executed the command/)
  await run.show('operating-09-done')
  await run.read(/Done: the device executed the command/, 'gone')
  const now = 1 - was
  await readPrompt(run, lamp, lampTag, new RegExp(`^${now === 1 ? 'On' : 'Off'} good`))
  await run.show('operating-10-switched')
  expect(
    await measureDifference(await run.takePicture(...around(lamp)), lit, 'tests/.output/lamp.png'),
  ).toBeGreaterThan(0.01)

  const [newest] = await readAuditLog(journey.server, admin, `tag/${lampTag}`)
  expect(newest).toMatchObject({ action: 'command', user: 'admin', content: expect.stringContaining(`"value":${now}`) })
  await expect.poll(() => readNewest(lampTag), pollOptions).toBe(now)
  // The plant has executed the command: the power follows.
  await expect
    .poll(() => readNewest('street/pole-001/power'), pollOptions)
    .toSatisfy((watts: number) => (now === 1 ? watts > 5 : watts < 5))
  await run.page.close()
  await tab.page.close()
})

it('lists the alarms of the plant in a running drawing, shows that some are open, and confirms one from the list', async () => {
  const admin = await signIn(journey.server)
  const place: Place = { x: 800, y: 450 }
  const [rank = 'a'] = ranksBetween(null, null, 1)
  const board = makeComponent({
    type: 'alarm-list',
    name: 'Board',
    x: place.x - 400,
    y: place.y - 120,
    width: 800,
    height: 240,
    rank,
  })
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name: 'Alarm board', drawing: { ...newDrawing('Alarm board'), components: [board] } },
  })
  await callEntity(journey.server, 'cabinet', 'create', {
    token: admin,
    body: {
      project: 'street',
      values: { name: 'Quay box', address: '0777', communication: 1, device: 'cabinet-02' },
      overwrite: true,
    },
  })
  const tab = await journey.open()
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${created.data.id}`, { password: journey.server.adminPassword })
  await tab.see('application', 'Running drawing Alarm board')
  // Placeholder rows of the designer are not alarms.
  await tab.see('button', 'Board, no alarms')
  expect(await tab.isSeen('link', '1 active alarm, unacknowledged')).toBe(false)

  await plant.misbehave('offline', 'street/cabinet-02')
  await tab.see('link', '1 active alarm, unacknowledged')
  // The alarm counter is above the drawing, which shrinks, and covers nothing of it.
  const edges = () =>
    tab.page.evaluate(() =>
      ['.run-corner', '.run-menu-button', '.run-stage canvas']
        .map((part) => document.querySelector(part)?.getBoundingClientRect())
        .map((box, at) => Math.round((at < 2 ? box?.bottom : box?.top) ?? Number.NaN)),
    )
  await expect
    .poll(async () => {
      const [corner = Infinity, menu = Infinity, canvas = 0] = await edges()
      return corner <= canvas && menu <= canvas && canvas > 0
    }, pollOptions)
    .toBe(true)
  await tab.show('operating-11-alarm')
  const { x, y } = await tab.at(place)
  await tab.page.mouse.click(x, y)
  await tab.read(/Offline\s+Quay box is offline/)
  await tab.show('operating-12-alarm-box')
  await tab.press('Acknowledge Quay box is offline')
  await tab.read(/No unacknowledged alarms\./)
  await tab.page.keyboard.press('Escape')
  await tab.read(/No unacknowledged alarms\./, 'gone')
  const {
    data: { rows },
  } = await callEntity<{ rows: readonly Row[] }>(journey.server, 'alarm', 'list', {
    token: admin,
    query: { project: 'street', search: 'Quay box' },
  })
  expect(rows).toMatchObject([{ fault: 'offline', status: 'confirmed', confirmedBy: 'admin' }])
  await expect.poll(() => tab.isSeen('link', '1 active alarm, unacknowledged'), pollOptions).toBe(false)
  await expect.poll(async () => (await edges())[2], pollOptions).toBe(0)
  await plant.misbehave('recover', 'street/cabinet-02')
  await tab.page.close()
})

it(
  'cleared but unacknowledged alarms are counted separately from active ones, in the bell and in the list',
  { tags: 'full' },
  async () => {
    const admin = await signIn(journey.server)
    await callEntity(journey.server, 'cabinet', 'create', {
      token: admin,
      body: {
        project: 'street',
        values: { name: 'Mole box', address: '0778', communication: 1, device: 'cabinet-03' },
        overwrite: true,
      },
    })
    const tab = await journey.open()
    await openSignedIn(tab, '/alarms?filter.status=unconfirmed', { password: journey.server.adminPassword })
    await tab.see('link', 'No unacknowledged alarms')
    await plant.misbehave('offline', 'street/cabinet-03')
    await tab.see('link', '1 active alarm, unacknowledged')
    await tab.read(/Unacknowledged\s+active/)
    await tab.show('operating-13-active')
    await plant.misbehave('recover', 'street/cabinet-03')
    await tab.see('link', '1 returned to normal, unacknowledged')
    await tab.read(/Unacknowledged\s+returned to normal/)
    await tab.show('operating-14-returned')
    const {
      data: { rows },
    } = await callEntity<{ rows: readonly Row[] }>(journey.server, 'alarm', 'list', {
      token: admin,
      query: { project: 'street', search: 'Mole box' },
    })
    for (const { id } of rows)
      await callEntity(journey.server, 'alarm', 'confirm', { token: admin, params: { id }, body: {} })
    await tab.see('link', 'No unacknowledged alarms')
    await tab.page.close()
  },
)

it('shows the values of a chart in a running drawing on hover, and follows the pointer', { tags: 'full' }, async () => {
  const admin = await signIn(journey.server)
  const [rank = 'a'] = ranksBetween(null, null, 1)
  // The chart has no axis labels for the values, so they are read from the tooltip.
  const data = '{"xdata":["Mon","Tue","Wed"],"ydata":[{"name":"Inflow","data":[11.4,42.8,27.6]}]}'
  const chart = makeComponent({
    type: 'chart-bar',
    name: 'Week',
    x: 400,
    y: 200,
    width: 800,
    height: 500,
    rank,
    props: { data },
  })
  const created = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name: 'Weekly flow', drawing: { ...newDrawing('Weekly flow'), components: [chart] } },
  })
  const tab = await journey.open()
  // Charts draw into a canvas, so the texts drawn on visible canvases are recorded.
  await tab.page.evaluateOnNewDocument(noteWriting)
  await openSignedIn(tab, `/scada/topo/fullscreen?id=${created.data.id}`, { password: journey.server.adminPassword })
  await tab.see('application', 'Running drawing Weekly flow')
  const middle = await tab.at({ x: 830, y: 450 })
  await tab.page.mouse.move(middle.x, middle.y)
  // The tooltip appears when the pointer rests and then follows it.
  await readTooltip(tab, middle, ['Tue', 'Inflow', '42.8'])
  await tab.show('operating-13-tooltip')
  expect(await written(tab)).not.toContain('27.6')
  const right = await tab.at({ x: 1060, y: 450 })
  await readTooltip(tab, right, ['Wed', 'Inflow', '27.6'])
  await tab.page.close()
})

const pollOptions = { timeout: 20_000, interval: 250 }

const around = ({ x, y }: Place): [Place, Place] => [
  { x: x - 80, y: y - 22 },
  { x: x + 80, y: y + 22 },
]

async function colourAt(tab: Tab, place: Place): Promise<number[]> {
  const { data } = PNG.sync.read(Buffer.from(await tab.takePicture(place, { x: place.x + 4, y: place.y + 4 })))
  return [...data.subarray(0, 3)]
}

/** Returns the newest stored value of a tag. */
async function readNewest(tag: string): Promise<number> {
  const [row] = await sqlIn(
    journey.server,
    'select value from newest_value join tag on tag.id = newest_value.tag where path = $1',
    [tag],
  )
  return Number(row?.value)
}

/** Returns the hover prompt of the component under the pointer once it matches. */
async function readPrompt(tab: Tab, place: Place, tag: string, fits: RegExp): Promise<string> {
  const { x, y } = await tab.at(place)
  await tab.page.mouse.move(x - 30, y - 200)
  await tab.page.mouse.move(x, y)
  const message = await tab.page.waitForFunction(
    (term, source) => {
      const words = [...document.querySelectorAll('dt')].find((each) => each.textContent === term)?.nextElementSibling
      const text = words instanceof HTMLElement ? words.innerText.replaceAll(/\s+/g, ' ') : ''
      return new RegExp(source).test(text) && text
    },
    { polling: 100 },
    tag,
    fits.source,
  )
  return String(await message.jsonValue())
}

/** Binds a property of the selected component in the open inspector. */
async function bind(tab: Tab, property: string, tag: string): Promise<void> {
  await tab.press('Bind a property')
  await tab.choose('Property', property, 'dialog')
  await tab.choose('Tag', tag, 'dialog')
  await tab.read(/Current\s+[\d.]+/)
  await tab.show(`operating-04-bind-${tag.split('/').at(-1)}`)
  // A click outside the dialog and Escape do not discard the selection.
  await tab.page.mouse.click(8, 400)
  await tab.page.keyboard.press('Escape')
  await tab.press('Bind', 'button', 'dialog')
  await tab.see('button', `Edit the binding of ${property}`)
}

/** Drags a component from the toolbox so that its centre is at `to`. */
async function dragToDrawing(tab: Tab, type: string, to: Place): Promise<void> {
  const tile = await tab.see('button', type)
  await tile.scrollIntoView()
  const box = await tile.boundingBox()
  const target = await tab.at(to)
  const { mouse } = tab.page
  await mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await mouse.down()
  await mouse.move(target.x - 40, target.y - 40, { steps: 4 })
  await mouse.move(target.x, target.y, { steps: 2 })
  await mouse.up()
}

/** Alternative to dragging: selects a component, then clicks its position. */
async function clickIntoDrawing(tab: Tab, type: string, to: Place): Promise<void> {
  await tab.press(type)
  const target = await tab.at(to)
  await tab.page.mouse.click(target.x, target.y)
}

describe('a drawing that is watched', () => {
  let watched: Tab
  let loads = 0

  beforeAll(async () => {
    const admin = await signIn(journey.server)
    const created = await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Watched', drawing: oneOfEach() },
    })
    watched = await journey.open()
    await openSignedIn(watched, `/scada/topo/fullscreen?id=${created.data.id}`, {
      password: journey.server.adminPassword,
    })
    await watched.see('application', 'Running drawing Watched')
    watched.page.on('load', () => {
      loads++
    })
  })

  it('shows the values of a device that is offline as old, and only those', async () => {
    await watched.read(/^Live$/m)
    const from = performance.now()
    await plant.misbehave('offline', 'street/pole-001')
    await watched.read(/1 of 2 values stale/)
    expect(performance.now() - from).toBeLessThan(limits.telemetry.staleMs)
    await watched.show('watching-01-device-offline')
    expect(await readPrompt(watched, lamp, lampTag, /^(On|Off) stale/)).toBeTruthy()
    await watched.show('watching-02-device-offline-prompt')
    const [before] = (await readPrompt(watched, value, voltageTag, /^[\d.]+ V good/)).split(' ')
    await readPrompt(watched, value, voltageTag, new RegExp(`^(?!${before} )[\\d.]+ V good`))

    const { x, y } = await watched.at(lamp)
    await watched.page.mouse.click(x, y)
    await watched.read(/value is stale\. Command not sent/)
    await watched.show('watching-03-refused')
    await plant.misbehave('recover', 'street/pole-001')
    await watched.read(/^Live$/m)
  })

  it('comes back, equal, after its WebGL context was lost, for a moment and for good', { tags: 'full' }, async () => {
    // Frozen, so that the moving value rests and frames can be compared.
    await plant.misbehave('freeze', 'street/cabinet-01')
    await watched.read(/1 of 2 values stale/)
    await watched.page.mouse.move(5, 5)
    await watched.read(/cabinet-01/, 'gone')
    const picture = () => watched.takePicture({ x: 0, y: 100 }, { x: 1600, y: 900 })
    const before = await picture()
    await watched.show('watching-04-before-loss')

    await watched.page.evaluate(async () => {
      const canvas = document.querySelector('canvas')
      const extension = canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')
      const restored = new Promise((done) => canvas?.addEventListener('webglcontextrestored', done, { once: true }))
      extension?.loseContext()
      setTimeout(() => {
        extension?.restoreContext()
      }, 200)
      await restored
    })
    await expect
      .poll(async () => measureDifference(await picture(), before, 'tests/.output/context-loss.png'), pollOptions)
      .toBe(0)
    await watched.show('watching-05-restored')

    const canvas = await watched.page.$('canvas')
    await canvas?.evaluate((lost) => {
      lost.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await watched.show('watching-06-lost-for-good')
    await watched.page.waitForFunction((lost) => lost?.isConnected === false, { polling: 100 }, canvas)
    await expect
      .poll(async () => measureDifference(await picture(), before, 'tests/.output/context-loss.png'), pollOptions)
      .toBe(0)
    await watched.show('watching-07-made-anew')
    await plant.misbehave('recover', 'street/cabinet-01')
    await watched.read(/^Live$/m)
  })

  it.each(losses)(
    'turns old within ten seconds when the broker is %s, and live again by itself',
    { tags: 'full' },
    async (how) => {
      await watched.read(/^Live$/m)
      const from = performance.now()
      await journey.stopServer(how)
      await watched.read(/No live values\./)
      const staleMs = performance.now() - from
      await watched.show(`watching-08-${how}`)
      expect(staleMs).toBeLessThan(limits.telemetry.staleMs)
      await watched.read(/Stale since [\d:]+ · reconnecting/)
      expect(await readPrompt(watched, lamp, lampTag, /^(On|Off) stale/)).toBeTruthy()
      expect(await readPrompt(watched, value, voltageTag, /^[\d.]+ V stale/)).toBeTruthy()

      await journey.restartServer(how)
      const back = performance.now()
      await watched.read(/No live values\./, 'gone')
      const openMs = performance.now() - back
      // The devices have a separate connection to the broker.
      await watched.read(/^Live$/m)
      const liveMs = performance.now() - back
      await readPrompt(watched, value, voltageTag, /^[\d.]+ V good/)
      await watched.show(`watching-09-${how}-and-back`)
      console.info(
        `broker ${how}: old after ${Math.round(staleMs)} ms; back, the page is connected after ${Math.round(openMs)} ms and all is live after ${Math.round(liveMs)} ms`,
      )
      expect(loads).toBe(0)
    },
  )
})

/** A component of each static type, beside a bound lamp and value. A clock is not static. */
function oneOfEach(): Drawing {
  const still = catalog.list.filter((type) => (type.feeds?.(type.defaults) ?? []).length === 0)
  const others = still.map(({ type, size }, index) =>
    makeComponent({ type, name: type, x: 150 + 300 * (index % 5), y: 500 + 200 * Math.floor(index / 5), ...size }),
  )
  const bound = [
    makeComponent({
      type: 'lamp',
      name: 'Lamp',
      x: lamp.x - 20,
      y: lamp.y - 20,
      width: 40,
      height: 40,
      bindings: [{ prop: 'value', tag: lampTag, via: { kind: 'value' } }],
      action: { kind: 'switch', tag: lampTag, on: 1, off: 0 },
    }),
    makeComponent({
      type: 'text',
      name: 'Voltage',
      x: value.x - 60,
      y: value.y - 12,
      width: 120,
      height: 24,
      bindings: [{ prop: 'text', tag: voltageTag, via: { kind: 'value', decimals: 1, unit: 'V' } }],
    }),
  ]
  const all = [...bound, ...others]
  const ranks = ranksBetween(null, null, all.length)
  return {
    ...newDrawing('Watched'),
    components: all.map((component, index) => ({ ...component, rank: ranks[index] ?? component.rank })),
  }
}

/** Runs in the page: records texts drawn on canvases. */
function noteWriting(): void {
  const fillText: unknown = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText')
  const seen: string[] = []
  Object.assign(globalThis, { writtenOnCanvases: seen })
  CanvasRenderingContext2D.prototype.fillText = function noted(text, ...place) {
    if (this.canvas.isConnected) seen.push(text)
    if (typeof fillText === 'function') Reflect.apply(fillText, this, [text, ...place])
  }
}

async function written(tab: Tab): Promise<readonly string[]> {
  const list: unknown = await tab.page.evaluate(() => Reflect.get(globalThis, 'writtenOnCanvases'))
  return Array.isArray(list) ? list.map(String) : []
}

/** Moves the pointer around a place until all these words have been drawn. */
async function readTooltip(tab: Tab, { x, y }: Place, words: readonly string[]): Promise<void> {
  let direction = 1
  await expect
    .poll(async () => {
      direction = -direction
      await tab.page.mouse.move(x + direction, y)
      const list = await written(tab)
      return words.filter((word) => !list.includes(word))
    }, pollOptions)
    .toEqual([])
}
