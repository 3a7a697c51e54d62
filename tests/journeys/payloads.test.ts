import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeComponent, newDrawing } from '@mimic/engine/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { isEntityPage } from '../../console/app/pages.ts'
import type { Page } from '../../console/app/page.ts'
import { formFields } from '../../contract/entity/define.ts'
import { entities, entityOf } from '../../contract/entities.ts'
import { startSimulator, type Simulator } from '../../server/simulator/index.ts'
import { readWorkbook } from '../../workers/spreadsheet/read.ts'
import { call, signIn } from '../support/api.ts'
import { entityWorldOn, type EntityWorld } from '../support/entityWorld.ts'
import { canary, type HostileRow, makeHostileRow, payloads, scriptAddresses } from '../support/hostileRows.ts'
import { startJourney, type Journey } from '../support/journey.ts'
import { distinctPages, fieldsShown, goTo, goWithin, signInWith } from '../support/pages.ts'
import type { Tab } from '../support/tab.ts'

const password = 'plain test password'
const gateway = 'a-gateway-credential-of-the-journeys'
/** Over eighty pages, on a machine that does other things too; a minute where it does not. */
const longestMs = 10 * 60_000
const patience = { timeout: 20_000, interval: 30 }
/** Pages about one thing, and of which entity it is. */
const aboutOne: Readonly<Record<string, string>> = { '/scada/echart/detail': 'chart', '/scene/list/detail': 'scene', '/scene/list/edit': 'scene', '/platform/dashboard': 'dashboard' }
/** Their rows are shown only within something that is opened first. */
const deepWithin = new Set(['scriptLog'])

let journey: Journey
let plant: Simulator
let world: EntityWorld
let tab: Tab
let folder: string
/** What a payload would have done. */
const reached: string[] = []
const made = new Map<string, HostileRow>()
let drawing: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-payloads-'))
  journey = await startJourney({ env: { MIMIC_ADMIN_PASSWORD: password, MIMIC_GATEWAY_TOKEN: gateway } })
  plant = startSimulator({ url: journey.server.mqttUrl, token: gateway, everyMs: 1000 })
  const admin = await signIn(journey.server, 'admin', password)
  world = entityWorldOn(journey.server, admin, entities)
  // An account that never was, in the log of sign-ins.
  await call(journey.server, 'session.signIn', { body: { account: payload(0), password: 'x' } })
  for (const [at, entity] of entities.entries()) {
    if (entity.origin === 'server' && entity.custom === true) continue
    for (const kind of [0, 1 + at % 3]) {
      const row = await makeHostileRow(world, entity, 1000 + 4 * at + kind)
      if (kind === 0) made.set(entity.name, row)
    }
  }
  // Its alarm will be a severe one.
  await world.ask(entityOf('cabinet'), 'create', { body: { project: 'street', values: { name: (payloads[0] ?? String)(9), address: '0909', communication: 1, device: 'cabinet-01' }, overwrite: true } })
  const facts = { project: 'street', name: payload(1), drawing: { ...newDrawing(payload(1)), components: [makeComponent({ type: 'text', name: payload(2), x: 100, y: 100, width: 400, height: 60, props: { text: payload(0) } })] } }
  drawing = (await call(journey.server, 'drawing.create', { token: admin, body: facts })).data.id
  tab = await journey.open()
  await watchFor(tab)
  const browser = await tab.page.createCDPSession()
  await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId: tab.page.browserContext().id ?? '' })
  await tab.page.setViewport({ width: 1366, height: 768 })
  await signInWith(tab, password)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await plant?.stop()
  await world?.stop()
  await journey?.end()
  await rm(folder, { recursive: true, force: true })
})

const payload = (kind: number): string => (payloads[kind] ?? String)(kind)

/** Counts what would have been run, opened or fetched. The page's own policy is taken away: that it would stop a payload shall not hide that one got so far. */
async function watchFor({ page }: Tab): Promise<void> {
  await page.setBypassCSP(true)
  await page.exposeFunction(canary.call, (n: unknown) => { reached.push(`ran ${String(n)}`) })
  page.on('dialog', (dialog) => {
    reached.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', () => { reached.push('a window') })
  page.on('request', (request) => { if (new URL(request.url()).hostname === canary.host) reached.push(`a request of ${request.url()}`) })
}

it('a script address is refused wherever a field takes an address', async () => {
  const fields = entities.filter(({ origin }) => origin === 'people').flatMap((entity) =>
    formFields(entity, 'create').flatMap(([name, field]) => (field.kind === 'text' && field.format === 'url' ? [{ entity, name }] : [])))
  expect(fields.length).toBeGreaterThan(0)
  for (const { entity, name } of fields) {
    const { values, ...within } = await world.body(entity, 5)
    for (const address of scriptAddresses) {
      const { status, bad } = await world.ask(entity, 'create', { body: { ...within, values: { ...values, [name]: address } } })
      expect([entity.name, name, address, status, bad.problems?.map(({ path }) => path)]).toEqual([entity.name, name, address, 400, expect.arrayContaining([name])])
    }
  }
})

it('no payload stored in a row runs on any page: list, detail and form show it as the text it is', async () => {
  const broken: string[] = []
  const seen = new Set<number>()
  const from = performance.now()
  for (const page of distinctPages()) {
    await goTo(tab, page, 'en', queryOf(page))
    const row = isEntityPage(page.shows) ? made.get(page.shows.entity) : undefined
    if (row && await isPlainList(page)) broken.push(...await lookThrough(row, page))
    for (const n of await tab.page.evaluate(numbersShown, canary)) seen.add(n)
    if (reached.length > 0) broken.push(...reached.splice(0).map((what) => `${page.path}: ${what}`))
    const thrown = tab.failures.splice(0)
    if (thrown.length > 0) broken.push(`${page.path} threw ${thrown.join(', ')}`)
  }
  console.info(`${distinctPages().length} pages in ${Math.round((performance.now() - from) / 1000)} s`)
  expect(broken).toEqual([])
  const unseen = [...made.values()].filter(({ n, entity, texts }) => Object.keys(texts).length > 0 && !deepWithin.has(entity.name) && !Array.from({ length: 4 }, (_, round) => n + round).some((each) => seen.has(each)))
  expect(unseen.map(({ entity }) => entity.name)).toEqual([])
}, longestMs)

function queryOf({ path, shows }: Page): string {
  if (isEntityPage(shows)) return '?sort=-createdAt&size=50'
  const id = path.startsWith('/scada/topo/') ? drawing : made.get(aboutOne[path] ?? '')?.id
  return id === undefined ? '' : `?id=${id}`
}

it('nor in a notice of an alarm, a question, or a file that is exported and imported again', async () => {
  // The severe alarm of a cabinet says the cabinet's name. It begins now: a notice is of what begins while somebody looks.
  await plant.misbehave('offline', 'street/cabinet-01')
  const name = (payloads[0] ?? String)(9)
  await tab.read(new RegExp(name.replaceAll(/[^\w ]/g, String.raw`\$&`)))
  const posts = entityOf('post')
  const formula = '=HYPERLINK("http://canary.test/8","8")'
  await world.ask(posts, 'create', { body: { values: { code: 'formula', name: formula, order: 1 } } })
  // From a page without rows: what is open over the list of another stays behind.
  await goWithin(tab.page, '/help')
  await tab.see('heading', 'Introduction')
  await goWithin(tab.page, '/system/posts?sort=-createdAt&size=50')
  await tab.see('heading', 'Posts')
  await tab.press('Export to Excel')
  await expect.poll(() => readdir(folder), patience).toContain('Post list.xlsx')
  const file = join(folder, 'Post list.xlsx')
  const { sheet } = readWorkbook(new Uint8Array(await readFile(file)))
  const title = made.get('post')?.title ?? ''
  const cells = sheet?.rows.flat() ?? []
  expect([cells.includes(title), cells.includes(formula)]).toEqual([true, true])

  // Removed by a press, with the question that names it.
  await expect.poll(() => tab.page.evaluate(pressLabelled, `More for ${title}`), patience).toBe(true)
  await tab.press('Delete', 'menuitem')
  await expect.poll(() => tab.page.evaluate(dialogText), patience).toContain(title)
  await tab.press('Delete', 'button', 'dialog')
  await tab.read(/Deleted/)
  for (const { id } of (await world.ask<{ rows: readonly { id: string }[] }>(posts, 'list', { query: { pageSize: '50' } })).data.rows) await world.ask(posts, 'remove', { params: { id } })

  await tab.press('Import from Excel')
  await tab.give(file, () => tab.press('Choose or drop an Excel file (.xlsx) Up to 50,000 rows and 20 MB'))
  await tab.press('Start import')
  await tab.read(/rows? imported/)
  await tab.press('Close', 'button', 'dialog')
  await expect.poll(() => tab.page.evaluate(() => document.body.innerText), patience).toContain(title)
  const names = (await world.ask<{ rows: readonly { name: string }[] }>(posts, 'list', { query: { pageSize: '50' } })).data.rows.map((row) => row.name)
  expect(names).toEqual(expect.arrayContaining([title, formula]))
  expect(reached).toEqual([])
})

/** Whether an entity's rows stand there as declared: neither as cards nor with cells and controls of the page's own. */
async function isPlainList({ shows }: Page): Promise<boolean> {
  if (!isEntityPage(shows)) return false
  const { view, cells, editors } = await shows.more?.() ?? {}
  return !view && !cells && !editors
}

/** Opens a row of the list and its form; says which texts are not there as they were entered. */
async function lookThrough({ entity, title, texts }: HostileRow, { path, shows }: Page): Promise<string[]> {
  const shown = new Set(isEntityPage(shows) ? fieldsShown(shows) : [])
  const expected = Object.entries(texts).filter(([name]) => shown.has(name))
  await expect.poll(() => tab.page.evaluate(pressNamed, title, 'main'), { message: `${path}: the row ${title}`, ...patience }).toBe(true)
  await expect.poll(() => tab.page.evaluate(isDialogOpen), { message: `${path}: the detail`, ...patience }).toBe(true)
  const detail = await tab.page.evaluate(dialogText)
  const missing = expected.filter(([, text]) => !detail.includes(squeezed(text))).map(([name]) => `${path}: the detail does not say ${name} as it was entered`)
  if (!await tab.page.evaluate(pressNamed, 'Edit', '[role="dialog"]')) return missing
  await expect.poll(() => tab.page.evaluate(hasForm), { message: `${path}: the form`, ...patience }).toBe(true)
  const entered = await tab.page.evaluate(valuesEntered)
  const asked = new Set(formFields(entity, 'update').map(([name]) => name))
  return [...missing, ...expected.filter(([name, text]) => asked.has(name) && !entered.some((value) => value.includes(text))).map(([name]) => `${path}: the form does not hold ${name} as it was entered`)]
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Presses the button that says exactly this. */
function pressNamed(name: string, within: string): boolean {
  const button = [...document.querySelectorAll(`${within} button`)].find((each) => (each.textContent ?? '').trim() === name.trim() && each.getAttribute('aria-hidden') !== 'true')
  if (!(button instanceof HTMLElement)) return false
  button.click()
  return true
}

function pressLabelled(label: string): boolean {
  const button = [...document.querySelectorAll('button')].find((each) => each.getAttribute('aria-label') === label)
  button?.click()
  return button !== undefined
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null
const dialogText = (): string => [...document.querySelectorAll('[role="dialog"]')].map((each) => (each.textContent ?? '').replaceAll(/\s+/g, ' ')).join(' ')
const hasForm = (): boolean => document.querySelector('[role="dialog"] form') !== null
const valuesEntered = (): string[] => [...document.querySelectorAll('[role="dialog"] input, [role="dialog"] textarea')].flatMap((each) => (each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? [each.value] : []))

/** Whose payloads can be read on the page, in its fields or in what is said of its parts. */
function numbersShown({ host, call: name }: typeof canary): number[] {
  const said = [document.body.innerText, ...[...document.querySelectorAll('[title], [aria-label], [alt]')].flatMap((each) => ['title', 'aria-label', 'alt'].map((key) => each.getAttribute(key) ?? '')), ...[...document.querySelectorAll('input, textarea')].map((each) => ('value' in each ? String(each.value) : ''))].join('\n')
  return [...said.matchAll(new RegExp(`${host}/(\\d+)|${name}\\((\\d+)\\)`, 'g'))].map(([, a, b]) => Number(a ?? b))
}
