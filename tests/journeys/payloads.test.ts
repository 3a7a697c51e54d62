import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Drawing, newDrawing } from '@mimic/engine/document'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { allPages, isEntityPage } from '../../console/app/pages/pages.ts'
import type { Page } from '../../console/app/pages/page.ts'
import { formFields } from '../../contract/entity/define.ts'
import { entities, getEntity } from '../../contract/entities.ts'
import { startSimulator, type Simulator } from '../../server/simulator/index.ts'
import { readWorkbook } from '../../workers/spreadsheet/read.ts'
import { call, signIn } from '../support/server/api.ts'
import { removeDirectory } from '../support/directories.ts'
import { entityWorldOn, type EntityWorld } from '../support/entities/entityWorld.ts'
import { type CanaryWatch, watchCanary } from '../support/hostile/canaryWatch.ts'
import { hostileDrawing, getCenter } from '../support/hostile/hostileDrawing.ts'
import { addressHost, type HostileRow, makeHostileRow, scriptAddresses } from '../support/hostile/hostileRows.ts'
import { hostileScripts } from '../support/hostile/hostileScripts.ts'
import { HostileTexts, naughtyStrings } from '../support/hostile/hostileTexts.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { distinctPages, fieldsShown, navigateTo, navigateInside, signInWith } from '../support/browser/pages.ts'
import type { Tab } from '../support/browser/tab.ts'

const password = 'plain test password'
const gateway = 'a-gateway-credential-of-the-journeys'
/** Over eighty pages on a possibly busy machine. A minute otherwise. */
const maxMs = 10 * 60_000
const pollOptions = { timeout: 20_000, interval: 30 }
/** Pages about a single object, with their entity. */
const aboutOne: Readonly<Record<string, string>> = {
  '/scada/echart/detail': 'chart',
  '/scene/list/detail': 'scene',
  '/scene/list/edit': 'scene',
  '/platform/dashboard': 'dashboard',
}
/**
 * Rows per entity, and drawings: enough that each text occurs and each field has held many. A list page shows fifty.
 */
const rowsEach = { plain: 20, custom: 8 }
const drawingCount = 4
/** Rejected by every field. */
const unprintable = /[\p{Cc}\p{Cs}]/u
/** Rows that are shown only within an expandable element. */
const deepWithin = new Set(['scriptLog', 'linkageRun'])
/** Its page shows only existing permissions. */
const shownInPart = new Set(['role.permissions'])

let journey: Journey
let plant: Simulator
let world: EntityWorld
/** A tab without a content security policy, so that the policy cannot hide a working payload. */
let bare: Tab
let bareWatch: CanaryWatch
let folder: string
let hostilePost: HostileRow
const corpus = new HostileTexts()
/** By entity, newest last. */
const rowsByEntity = new Map<string, HostileRow[]>()
const drawings: { readonly id: string; readonly drawing: Drawing }[] = []
const symbols: string[] = []
/** Stored texts that no page has shown yet. */
const unread = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-payloads-'))
  journey = await startJourney({
    own: {
      why: 'every list is filled with texts of ill will',
      env: { MIMIC_ADMIN_PASSWORD: password, MIMIC_GATEWAY_TOKEN: gateway },
    },
  })
  plant = startSimulator({ url: journey.server.mqttUrl, token: gateway, everyMs: 1000 })
  const admin = await signIn(journey.server, 'admin', password)
  world = entityWorldOn(journey.server, admin, entities)
  // Unknown account and client in the sign-in log.
  for (let n = 0; n < 9; n++)
    await call(journey.server, 'session.signIn', {
      body: { account: hostileText(120), password: 'x' },
      headers: { 'user-agent': imageScript(n) },
    })
  for (const entity of entities) {
    if (entity.origin === 'server' && entity.custom === true) continue
    const rows: HostileRow[] = []
    for (let n = 0; n < (entity.custom === true ? rowsEach.custom : rowsEach.plain); n++)
      rows.push(await makeHostileRow(world, entity, corpus, 1000 + n))
    rowsByEntity.set(entity.name, rows)
  }
  hostilePost = await makeHostileRow(world, getEntity('post'), corpus, 2000, { name: imageScript(7) })
  for (let n = 0; n < drawingCount; n++) {
    const drawing = hostileDrawing(corpus)
    const created = await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: hostileText(90), description: hostileText(400), drawing },
    })
    if (created.status !== 200) throw new Error(created.text)
    drawings.push({ id: created.data.id, drawing })
    const entry = await call(journey.server, 'library.create', {
      token: admin,
      body: { name: hostileText(90), type: hostileText(40), isPublic: n % 2 === 0, definition: toSymbol(drawing) },
    })
    if (entry.status !== 200) throw new Error(entry.text)
    symbols.push(entry.data.id)
  }
  // This cabinet gets a severe alarm.
  await world.callEntity(getEntity('cabinet'), 'create', {
    body: {
      project: 'street',
      values: { name: imageScript(9), address: '0909', communication: 1, device: 'cabinet-01' },
      overwrite: true,
    },
  })
  await call(journey.server, 'profile.update', {
    token: admin,
    body: { name: imageScript(8), phone: null, email: null },
  })
  for (const { texts } of [...rowsByEntity.values()].flat())
    for (const each of Object.values(texts)) if (!each.startsWith('{') && !each.startsWith('https://')) unread.add(each)
  bare = await journey.open()
  bareWatch = await watchCanary(bare, journey.server.httpUrl, isRightHost)
  await bare.page.setBypassCSP(true)
  const browser = await bare.page.createCDPSession()
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    browserContextId: bare.page.browserContext().id ?? '',
  })
  await arrive(bare, 'en-us')
}, maxMs)
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await plant?.stop()
  await world?.stop()
  await world?.stop()
  await journey?.end()
  await removeDirectory(folder)
})

/** Returns a corpus text not used elsewhere. */
const hostileText = (length: number): string =>
  corpus.next((each) => each.length <= length - 6 && !unprintable.test(each), true) ?? ''
const imageScript = (n: number): string => (hostileScripts[0] ?? String)(n)
const isRightHost = (host: string): boolean => host === addressHost || host === 'example.org'

/** Signs in and shows every column of every list, so that each text is rendered. */
async function arrive(tab: Tab, language: string): Promise<void> {
  await tab.page.setViewport({ width: 1366, height: 768 })
  await tab.goto('/login')
  const columns = Object.fromEntries(entities.map((entity) => [entity.name, Object.keys(entity.fields)]))
  await tab.page.evaluate((chosen) => {
    localStorage.setItem('columns', chosen)
  }, JSON.stringify(columns))
  await signInWith(tab, password, { language, theme: language === 'zh-cn' ? 'dark' : 'light' })
}

it('a script address is refused wherever a field takes an address', async () => {
  const fields = entities
    .filter(({ origin }) => origin === 'people')
    .flatMap((entity) =>
      formFields(entity, 'create').flatMap(([name, field]) =>
        field.kind === 'text' && field.format === 'url' ? [{ entity, name }] : [],
      ),
    )
  expect(fields.length).toBeGreaterThan(0)
  for (const { entity, name } of fields) {
    const { values, ...within } = await world.body(entity, 5)
    for (const address of scriptAddresses) {
      const { status, bad } = await world.callEntity(entity, 'create', {
        body: { ...within, values: { ...values, [name]: address } },
      })
      expect([entity.name, name, address, status, bad.problems?.map(({ path }) => path)]).toEqual([
        entity.name,
        name,
        address,
        400,
        expect.arrayContaining([name]),
      ])
    }
  }
})

it('the corpus is complete and used everywhere: the hostile scripts and the list of naughty strings, except texts that no field accepts', () => {
  expect([hostileScripts.length >= 100, naughtyStrings().length > 400, corpus.size]).toEqual([
    true,
    true,
    hostileScripts.length + naughtyStrings().length,
  ])
  // All corpus texts are used except empty ones and those with control characters.
  expect(corpus.unused().filter((each) => each.trim() !== '' && !unprintable.test(each.trim()))).toEqual([])
  expect([...rowsByEntity.values()].flat().flatMap(({ texts }) => Object.keys(texts)).length).toBeGreaterThan(1500)
})

/**
 * First without a content security policy, then as users see the pages, in the other language and with other rows
 * opened.
 */
const passes = [
  { language: 'en-us', words: 'en', isGuarded: false },
  { language: 'zh-cn', words: 'zh', isGuarded: true },
] as const

it.each(passes)(
  'no payload stored in a row or a drawing runs on any page, $language: list, detail, form, designer and running drawing show it as the text it is',
  { tags: 'full', timeout: maxMs },
  async ({ language, words, isGuarded }) => {
    const tab = isGuarded ? await journey.open() : bare
    const { reached, violations } = isGuarded ? await watchCanary(tab, journey.server.httpUrl, isRightHost) : bareWatch
    if (isGuarded) await arrive(tab, language)
    const broken: string[] = []
    const opened = new Set<string>()
    const layouts = new Set(distinctPages())
    const from = performance.now()
    const note = (path: string): void => {
      broken.push(...[...reached.splice(0), ...violations.splice(0)].map((violation) => `${path}: ${violation}`))
      const thrown = tab.failures.splice(0)
      if (thrown.length > 0) broken.push(`${path} threw ${thrown.join(', ')}`)
    }
    for (const page of allPages) {
      for (const query of getQueries(page, words)) {
        await navigateTo(tab, page, words, query)
        const rows = isEntityPage(page.shows) ? rowsByEntity.get(page.shows.entity) : undefined
        // A different row per language.
        const row = rows?.at(isGuarded ? -2 : -1)
        await readAll(tab)
        if (row && layouts.has(page) && (await isPlainList(page))) {
          broken.push(...(await lookThrough(tab, row, page, words)))
          opened.add(row.entity.name)
          await readAll(tab)
        }
        if (page.path === '/scada/topo/fullscreen') broken.push(...(await lookAtPrompts(tab, query)))
      }
      note(page.path)
    }
    console.info(
      `${allPages.length} pages in ${Math.round((performance.now() - from) / 1000)} s, ${opened.size} kinds of rows opened; ${unread.size} texts not read yet`,
    )
    expect(broken).toEqual([])
    expect(opened.size).toBeGreaterThan(30)
    if (language !== passes.at(-1)?.language) return
    // Except texts within expandable elements, and fields that are shown in part.
    const unseen = [...rowsByEntity.values()]
      .flat()
      .flatMap(({ entity, texts }) =>
        deepWithin.has(entity.name)
          ? []
          : Object.entries(texts).flatMap(([name, each]) =>
              unread.has(each) && !shownInPart.has(`${entity.name}.${name}`) ? [`${entity.name}.${name}: ${each}`] : [],
            ),
      )
    expect(unseen).toEqual([])
  },
)

it('no payload runs on a shared page, without an account', async () => {
  const share = await call(journey.server, 'share.create', {
    token: world.admin,
    params: { id: drawings[0]?.id ?? '' },
    body: { password: null, expiresAt: null },
  })
  const tab = await journey.open()
  const { reached, violations } = await watchCanary(tab, journey.server.httpUrl, isRightHost)
  await tab.goto(`/scada/topo/fullscreen?share=${share.data.id}`)
  await tab.see('application', '')
  await tab.page.waitForNetworkIdle({ idleTime: 500 })
  expect([reached, violations]).toEqual([[], []])
  await tab.page.close()
})

function getQueries({ path, shows }: Page, words: 'en' | 'zh'): readonly string[] {
  if (isEntityPage(shows)) return ['?sort=-createdAt&size=50']
  const isShown = (place: number): boolean => passes[place]?.words === words
  if (path.startsWith('/scada/topo/')) return drawings.filter((_, n) => isShown(n % 2)).map(({ id }) => `?id=${id}`)
  if (path === '/scada/component/detail')
    return symbols
      .slice(0, 2)
      .filter((_, n) => isShown(n))
      .map((id) => `?id=${id}`)
  const rows = rowsByEntity.get(aboutOne[path] ?? '')
  return rows ? rows.filter((_, n) => n % 6 < 2 && isShown(n % 6)).map(({ id }) => `?id=${id}`) : ['']
}

/** Marks all texts that are readable on the page, in fields or accessible names. */
async function readAll(tab: Tab): Promise<void> {
  const texts = squeezed(await tab.page.evaluate(collectTexts))
  for (const each of unread) if (texts.includes(squeezed(each))) unread.delete(each)
}

/** Hovers some components of the running drawing. Returns those that do not show their prompt as plain text. */
async function lookAtPrompts(tab: Tab, query: string): Promise<string[]> {
  const components = drawings.find(({ id }) => query.endsWith(id))?.drawing.components ?? []
  const missing: string[] = []
  const at = await tab.fitted()
  for (const component of components.filter((_, n) => n % 5 === 0)) {
    const { x, y } = at(getCenter(component))
    await tab.page.mouse.move(x, y, { steps: 2 })
    const prompt = squeezed(component.extras.prompt ?? '').trim()
    const isShown = await tab.page
      .waitForFunction(
        (expected) => document.body.innerText.replaceAll(/\s+/g, ' ').includes(expected),
        { polling: 50, timeout: 10_000 },
        prompt,
      )
      .then(
        () => true,
        () => false,
      )
    if (!isShown) missing.push(`${component.type} does not show the prompt ${prompt}`)
  }
  return missing
}

/** Creates a library symbol from a drawing: its parts and one instance. */
function toSymbol({ name, components }: Drawing): unknown {
  const symbol = {
    id: 'hostile',
    name,
    width: 1600,
    height: 900,
    params: [{ name: 'device', kind: 'tag', default: '', words: { en: hostileText(90), zh: hostileText(90) } }],
    components: components.filter(({ type }) => type !== 'weather'),
  }
  return {
    ...newDrawing(name),
    symbols: [symbol],
    components: [
      {
        id: 'i',
        type: 'group',
        name: hostileText(90),
        x: 0,
        y: 0,
        width: 1600,
        height: 900,
        link: { symbol: 'hostile' },
      },
    ],
  }
}

it('no payload runs in a notice of an alarm, a question, or a file that is exported and imported again', async () => {
  // The severe alarm contains the cabinet's name. It starts now, because notifications appear only for new alarms.
  await plant.misbehave('offline', 'street/cabinet-01')
  const tab = bare
  const name = imageScript(9)
  await tab.read(new RegExp(name.replaceAll(/[^\w ]/g, String.raw`\$&`)))
  const posts = getEntity('post')
  const formula = '=HYPERLINK("http://canary.test/8","8")'
  await world.callEntity(posts, 'create', { body: { values: { code: 'formula', name: formula, order: 1 } } })
  // Start from a page without rows, so that no overlay of another list remains open.
  await navigateInside(tab.page, '/help')
  await tab.see('heading', 'Introduction')
  await navigateInside(tab.page, '/system/posts?sort=-createdAt&size=50')
  await tab.see('heading', 'Posts')
  await tab.press('Export to Excel')
  await expect.poll(() => readdir(folder), pollOptions).toContain('Post list.xlsx')
  const file = join(folder, 'Post list.xlsx')
  const { sheet } = readWorkbook(new Uint8Array(await readFile(file)))
  const { title } = hostilePost
  const cells = sheet?.rows.flat() ?? []
  expect([cells.includes(title), cells.includes(formula)]).toEqual([true, true])

  // Deletes the row with the confirmation that names it.
  await expect.poll(() => tab.page.evaluate(pressLabelled, `More for ${title}`), pollOptions).toBe(true)
  await tab.press('Delete', 'menuitem')
  await expect.poll(() => tab.page.evaluate(dialogText), pollOptions).toContain(title)
  await tab.press('Delete', 'button', 'dialog')
  await tab.read(/Deleted/)
  for (const { id } of (
    await world.callEntity<{ rows: readonly { id: string }[] }>(posts, 'list', { query: { pageSize: '50' } })
  ).data.rows)
    await world.callEntity(posts, 'remove', { params: { id } })

  await tab.press('Import from Excel')
  await tab.chooseFile(file, () =>
    tab.press('Choose or drop a table (.xlsx, .xls, .ods, .csv) Up to 50,000 rows and 20 MB'),
  )
  await tab.press('Start import')
  await tab.read(/\d rows? imported/)
  await tab.press('Close', 'button', 'dialog')
  await expect.poll(() => tab.page.evaluate(() => document.body.innerText), pollOptions).toContain(title)
  const names = (
    await world.callEntity<{ rows: readonly { name: string }[] }>(posts, 'list', { query: { pageSize: '50' } })
  ).data.rows.map((row) => row.name)
  expect(names).toEqual(expect.arrayContaining([title, formula]))
  expect(bareWatch.reached).toEqual([])
})

/** Returns true if the page shows rows in a standard table without custom cards, cells or controls. */
async function isPlainList({ shows }: Page): Promise<boolean> {
  if (!isEntityPage(shows)) return false
  const { view, cells, editors } = (await shows.more?.()) ?? {}
  return !view && !cells && !editors
}

/** Opens a row and its form. Returns the texts that differ from the input. */
async function lookThrough(
  tab: Tab,
  { entity, title, texts }: HostileRow,
  { path, shows }: Page,
  words: 'en' | 'zh',
): Promise<string[]> {
  const shown = new Set(isEntityPage(shows) ? fieldsShown(shows) : [])
  const expected = Object.entries(texts).filter(([name]) => shown.has(name))
  await expect
    .poll(() => tab.page.evaluate(pressNamed, title, 'main'), { message: `${path}: the row ${title}`, ...pollOptions })
    .toBe(true)
  await expect
    .poll(() => tab.page.evaluate(isDialogOpen), { message: `${path}: the detail`, ...pollOptions })
    .toBe(true)
  const detail = await tab.page.evaluate(dialogText)
  const missing = expected
    .filter(([, text]) => !detail.includes(squeezed(text)))
    .map(([name]) => `${path}: the detail does not say ${name} as it was entered`)
  if (!(await tab.page.evaluate(pressNamed, words === 'en' ? 'Edit' : '编辑', '[role="dialog"]'))) return missing
  await expect.poll(() => tab.page.evaluate(hasForm), { message: `${path}: the form`, ...pollOptions }).toBe(true)
  const entered = await tab.page.evaluate(valuesEntered)
  const formNames = new Set(formFields(entity, 'update').map(([name]) => name))
  return [
    ...missing,
    ...expected
      .filter(([name, text]) => formNames.has(name) && !entered.some((value) => value.includes(text)))
      .map(([name]) => `${path}: the form does not hold ${name} as it was entered`),
  ]
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Presses the button with exactly this name. */
function pressNamed(name: string, within: string): boolean {
  const button = [...document.querySelectorAll(`${within} button`)].find(
    (each) => (each.textContent ?? '').trim() === name.trim() && each.getAttribute('aria-hidden') !== 'true',
  )
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
const dialogText = (): string =>
  [...document.querySelectorAll('[role="dialog"]')]
    .map((each) => (each.textContent ?? '').replaceAll(/\s+/g, ' '))
    .join(' ')
const hasForm = (): boolean => document.querySelector('[role="dialog"] form') !== null
const valuesEntered = (): string[] =>
  [
    ...document.querySelectorAll('[role="dialog"] input, [role="dialog"] textarea, [role="dialog"] .ant-select'),
  ].flatMap((each) =>
    each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? [each.value] : [each.textContent ?? ''],
  )

/** Returns all texts of a page: words, fields and accessible names. */
function collectTexts(): string {
  const attributes = ['title', 'aria-label', 'alt', 'placeholder']
  return [
    document.body.innerText,
    ...[...document.querySelectorAll('[title], [aria-label], [alt], [placeholder]')].flatMap((each) =>
      attributes.map((key) => each.getAttribute(key) ?? ''),
    ),
    ...[...document.querySelectorAll('input, textarea')].map((each) => ('value' in each ? String(each.value) : '')),
  ].join('\n')
}
