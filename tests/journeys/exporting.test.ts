import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { call } from '../support/server/api.ts'
import { createDrawing, openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { removeDirectory } from '../support/directories.ts'
import { type Journey, shareJourney } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

it('exports a drawing as a PNG and an SVG image with its size and name', async () => {
  const id = await createDrawing(journey.server, admin, 'Pumps: north')
  const tab = await openDesigner(journey, id)
  const folder = await allowDownloads(tab)
  await tab.enter('Tank')
  await tab.fill('Search components', 'Pie')
  await tab.enter('Pie chart')
  await tab.see('button', 'Pie chart 1')

  await tab.press('More')
  await tab.show('exporting-01-menu')
  await tab.press('Export as PNG', 'menuitem')
  await expect.poll(() => readdir(folder)).toEqual(['Pumps- north.png'])
  const picture = PNG.sync.read(await readFile(join(folder, 'Pumps- north.png')))
  expect([picture.width, picture.height]).toEqual([1600, 900])
  expect(coloursIn(picture)).toBeGreaterThan(20)

  await tab.press('More')
  await tab.press('Export as SVG', 'menuitem')
  await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(['Pumps- north.png', 'Pumps- north.svg'])
  const svg = await readFile(join(folder, 'Pumps- north.svg'), 'utf8')
  // The browser reports a size only for a valid SVG.
  expect(await tab.page.evaluate(sizeOfSvg, svg)).toEqual([1600, 900])
  expect([svg.includes('<path'), /href="(?!data:)/.test(svg)]).toEqual([true, false])
  await removeDirectory(folder)
})

it(
  'saves as a new drawing and continues in it, and duplicates one in the list under a unique name',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Weir')
    const tab = await openDesigner(journey, id)
    await tab.enter('Lamp')
    await saveRevision(tab, 2)
    await tab.enter('Tank')
    await tab.press('More')
    await tab.press('Save as a new drawing…', 'menuitem')
    await tab.see('dialog', 'Save as a new drawing')
    await tab.show('exporting-02-saveAs')
    await tab.press('Save', 'button', 'dialog')
    await tab.see('application', 'Drawing Weir (copy)')
    await tab.read(/saved · revision 1/)
    const copied = new URL(tab.page.url()).searchParams.get('id') ?? ''
    expect([await readTypes(id), await readTypes(copied)]).toEqual([['lamp'], ['lamp', 'tank']])

    await openSignedIn(tab, '/scada/center?search=Weir', { name: 'admin', password: journey.server.adminPassword })
    await tab.press('Duplicate Weir')
    await tab.read(/Duplicated as "Weir \(copy 2\)"/)
    await tab.see('link', 'Run Weir (copy 2)')
    await tab.show('exporting-03-list')
    const { data } = await call(journey.server, 'drawing.list', {
      token: admin,
      query: { page: '1', pageSize: '20', search: 'Weir (copy 2)' },
    })
    const [duplicate] = data.rows
    expect([data.total, duplicate?.project, duplicate?.revision, await readTypes(duplicate?.id ?? '')]).toEqual([
      1,
      'street',
      1,
      ['lamp'],
    ])
  },
)

const readTypes = async (id: string): Promise<readonly string[]> =>
  (await storedDrawing(journey.server, admin, id)).components.map(({ type }) => type)

async function allowDownloads(tab: Tab): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-downloads-'))
  const session = await tab.page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: tab.page.browserContext().id,
    downloadPath: folder,
  })
  return folder
}

function coloursIn({ data }: PNG): number {
  const colours = new Set<number>()
  for (let at = 0; at < data.length; at += 4) colours.add(data.readUInt32BE(at))
  return colours.size
}

async function sizeOfSvg(svg: string): Promise<number[]> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  return [image.naturalWidth, image.naturalHeight]
}
