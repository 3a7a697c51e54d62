import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { readWorkbook } from '../../workers/spreadsheet/read.ts'
import { writeWorkbook } from '../../workers/spreadsheet/write.ts'
import { callEntity, makeProject, signIn } from '../support/server/api.ts'
import { removeDirectory } from '../support/directories.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import type { Tab } from '../support/browser/tab.ts'

const header = [
  'Name *',
  'ID *',
  'Area *',
  'Cabinet *',
  'Communication channel *',
  'Pole type *',
  'Protocol *',
  'Dimming ratio',
]
const poleRow = (n: number, cabinet = 'Cabinet 1', dimming = 80) => [
  `Pole ${n}`,
  String(n).padStart(12, '0'),
  'Harbour',
  cabinet,
  'PLC (power-line carrier)',
  'Single CCT dim',
  'ModBus',
  dimming,
]
const polesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => poleRow(first + index))

let journey: Journey
let folder: string
let tab: Tab
let project: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimic-sheets-'))
  journey = await startJourney()
  const token = await signIn(journey.server)
  project = await makeProject(journey.server, token, 'Imported')
  const created = [
    await callEntity(journey.server, 'area', 'create', {
      token,
      body: { project, values: { name: 'Harbour', number: 1 } },
    }),
    await callEntity(journey.server, 'cabinet', 'create', {
      token,
      body: { project, values: { name: 'Cabinet 1', address: '1001', communication: 1 } },
    }),
  ]
  for (const { status, text } of created) if (status !== 200) throw new Error(text)
  tab = await journey.open()
  const browser = await tab.page.createCDPSession()
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    browserContextId: tab.page.browserContext().id ?? '',
  })
  await tab.goto('/login')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.read(/Poles|Facilities/)
  await tab.goto(`/instdet3?project=${project}`)
  await tab.see('heading', 'Poles')
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(async () => {
  await journey?.end()
  await removeDirectory(folder)
})

/** Returns a downloaded file once it is complete. */
async function saved(name: string): Promise<Uint8Array> {
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toContain(name)
  return new Uint8Array(await readFile(join(folder, name)))
}

async function chooseFile(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const file = join(folder, name)
  await writeFile(file, writeWorkbook([{ rows: [header, ...rows] }]))
  await tab.chooseFile(file, () =>
    tab.press('Choose or drop a table (.xlsx, .xls, .ods, .csv) Up to 50,000 rows and 20 MB'),
  )
}

/**
 * Returns how long a toast with these words is shown, from appearing until it starts to close, and the delay of the
 * page's own timers meanwhile.
 */
const shownFor = (words: string): Promise<{ readonly ms: number; readonly lateMs: number }> =>
  tab.page.evaluate(
    (text, toastMs) =>
      new Promise<{ ms: number; lateMs: number }>((done) => {
        let since: number | null = null
        let hiddenAt: number | null = null
        let fired: number | null = null
        const settle = () => {
          if (since !== null && hiddenAt !== null && fired !== null)
            done({ ms: hiddenAt - since, lateMs: fired - since - toastMs })
        }
        const isShown = () =>
          [...document.querySelectorAll('[class*="message-notice"]')].some(
            (notice) => notice.textContent.includes(text) && notice.closest('[class*="-leave"]') === null,
          )
        const observer = new MutationObserver(() => {
          if (since === null && isShown()) {
            since = performance.now()
            // A busy machine delays the toast's timer and this one alike.
            setTimeout(() => {
              fired = performance.now()
              settle()
            }, toastMs)
          } else if (since !== null && !isShown()) {
            hiddenAt = performance.now()
            observer.disconnect()
            settle()
          }
        })
        observer.observe(document.body, {
          childList: true,
          subtree: true,
          attributes: true,
          attributeFilter: ['class'],
          characterData: true,
        })
      }),
    words,
    limits.toastMs,
  )

it('section 8: there is no data for export; section 9: the toast hides after 2 s', async () => {
  const shown = shownFor('No data for export')
  await tab.press('Export to Excel')
  const { ms, lateMs } = await shown
  expect(ms).toBeGreaterThan(limits.toastMs - 100)
  expect(ms - lateMs).toBeLessThan(limits.toastMs + 1000)
})

it('gives the template, reports wrong cells by row, imports all, and exports them again', async () => {
  await tab.press('Import from Excel')
  await tab.see('dialog', 'Import poles')
  await tab.press('Download template')
  const { sheet: template } = readWorkbook(await saved('Pole import template.xlsx'))
  expect(template?.rows[0]).toEqual(expect.arrayContaining(header))

  await tab.choose('Project', 'Imported', 'dialog')
  await chooseFile('wrong.xlsx', [poleRow(1), poleRow(2, 'No such cabinet'), poleRow(3, 'Cabinet 1', 140)])
  await tab.read(/2 invalid cells. Nothing was imported/)
  await tab.read(/3\s+Cabinet\s+No such cabinet\s+No such cabinet does not exist/)
  await tab.read(/4\s+Dimming ratio\s+140\s+Must be from 0 to 100/)
  await tab.show('importing-01-report')
  await tab.press('Choose another file')

  await chooseFile('right.xlsx', polesFrom(1, 1200))
  await tab.read(/1,200 rows ready to import/)
  await tab.show('importing-02-ready')
  await tab.press('Start import')
  await tab.read(/1,200 rows imported/)
  await tab.show('importing-03-done')
  await tab.press('Close', 'button', 'dialog')
  await tab.read(/1,200 rows/)

  await tab.press('Export to Excel')
  const { sheet } = readWorkbook(await saved('Pole list.xlsx'))
  expect([sheet?.rows.length, sheet?.rows[1]?.slice(0, 4)]).toEqual([
    1201,
    expect.arrayContaining(['Pole 1', '000000000001']),
  ])
})

it('section 9: the pager shows 7 pages, 5 below 992 px', { tags: 'full' }, async () => {
  const shown = async (width: number) => {
    await tab.page.setViewport({ width, height: 768 })
    await tab.goto(`/instdet3?project=${project}&page=30`)
    await tab.see('navigation', 'Pages')
    return () =>
      tab.page.evaluate(() =>
        [...document.querySelectorAll('nav[aria-label="Pages"] li')]
          .map((item) => item.textContent ?? '')
          .filter((text) => /^\d+$/.test(text)),
      )
  }
  await expect.poll(await shown(1366), { timeout: 20_000 }).toEqual(['1', '28', '29', '30', '31', '32', '60'])
  await tab.show('importing-05-pager')
  await expect.poll(await shown(960), { timeout: 20_000 }).toEqual(['1', '29', '30', '31', '60'])
  await tab.page.setViewport({ width: 1366, height: 768 })
})

it('stopping an import rolls back the written rows', { tags: 'full' }, async () => {
  await tab.goto(`/instdet3?project=${project}`)
  await tab.press('Import from Excel')
  await tab.choose('Project', 'Imported', 'dialog')
  await chooseFile('many.xlsx', polesFrom(2000, 20_000))
  await tab.press('Start import')
  await tab.read(/[1-9][\d,]* of 20,000 rows written/)
  await tab.show('importing-04-running')
  await tab.press('Stop')
  await tab.see('button', 'Choose another file')
  await tab.read(/Import stopped/)
  await tab.show('importing-05-stopped')
  await tab.press('Close', 'button', 'dialog')
  await tab.goto(`/instdet3?project=${project}`)
  await tab.read(/1,200 rows/)
})
