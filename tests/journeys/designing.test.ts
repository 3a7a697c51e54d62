import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { UploadedFile } from '../../contract/routes.ts'
import { callEntity, call, send, sqlIn } from '../support/server/api.ts'
import { createDrawing, openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { removeDirectory } from '../support/directories.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import { createPng } from '../support/entities/samples.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

it('refuses the second save of one drawing in two tabs with a clear message, and loses neither work', async () => {
  const id = await createDrawing(journey.server, admin, 'Shared')
  const first = await openDesigner(journey, id)
  await first.enter('Lamp')
  await first.read(/unsaved changes/)
  const second = await openDesigner(journey, id, { context: first.page.browserContext() })
  // The draft of the first tab is not lost work, because it is still open there.
  expect(await second.isSeen('dialog', 'Unsaved changes found')).toBe(false)
  await second.enter('Tank')

  await first.front()
  await first.press('Save')
  await first.read(/saved · revision 2/)
  await second.front()
  await second.press('Save')
  await second.see('dialog', 'This drawing was saved by someone else')
  await second.read(/admin saved revision 2 on [\d: -]+\. Your unsaved changes are based on revision 1\./)
  await second.show('designing-01-conflict')
  expect(await readTypes(id)).toEqual(['lamp'])

  await second.press('Decide later')
  await second.read(/unsaved changes/)
  await second.see('button', 'Tank 1')
  await second.press('Save')
  await second.press('Save mine as a copy')
  await second.see('application', 'Drawing Shared (copy)')
  await second.read(/saved · revision 1/)
  await second.show('designing-02-copy')
  expect([await readTypes(id), await readTypes(getId(second))]).toEqual([['lamp'], ['tank']])
})

it(
  'offers the second user to load the other revision and keep the own work as a file, or to overwrite it after confirmation',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Disputed')
    const first = await openDesigner(journey, id)
    const second = await openDesigner(journey, id, { context: first.page.browserContext() })
    const downloads = await mkdtemp(join(tmpdir(), 'mimic-downloads-'))
    const session = await second.page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: first.page.browserContext().id,
      downloadPath: downloads,
    })

    await saveFirst(first, 'Lamp', 2)
    await second.front()
    await second.enter('Gauge')
    await second.press('Save')
    await second.press('Download mine, open theirs')
    await second.see('button', 'Lamp 1')
    await second.read(/saved · revision 2/)
    await expect.poll(() => readdir(downloads), { timeout: 20_000 }).toEqual(['Disputed (my work on revision 1).json'])
    const file = JSON.parse(await readFile(join(downloads, 'Disputed (my work on revision 1).json'), 'utf8')) as {
      components: { type: string }[]
    }
    expect(file.components.map(({ type }) => type)).toEqual(['gauge'])
    await removeDirectory(downloads)

    await saveFirst(first, 'Pipe', 3)
    await second.front()
    await second.enter('Gauge')
    await second.press('Save')
    await second.read(/Yes, replace revision 3/)
    await second.press('', 'checkbox', 'dialog')
    await second.show('designing-03-overwrite')
    await second.press('Overwrite')
    await second.read(/saved · revision 4/)
    expect(await readTypes(id)).toEqual(['lamp', 'gauge'])
  },
)

it(
  'offers unsaved work again after a reload and after a crash of the tab, and never once it is saved',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Drafted')
    const tab = await openDesigner(journey, id)
    const context = tab.page.browserContext()
    await tab.enter('Lamp')
    await tab.read(/unsaved changes/)
    tab.page.on('dialog', (dialog) => void dialog.accept())
    await tab.page.reload({ waitUntil: 'domcontentloaded' })
    await tab.see('dialog', 'Unsaved changes found')
    await tab.show('designing-04-draft')
    await tab.press('Restore')
    await tab.see('button', 'Lamp 1')
    await tab.read(/unsaved changes/)

    await tab.enter('Gauge')
    await tab.see('button', 'Gauge 1')
    // A crash loses at most the last second.
    await pause(1000)
    const crashed = new Promise((done) => tab.page.once('error', done))
    void tab.page.goto('chrome://crash').catch(() => undefined)
    await crashed
    await tab.page.close()

    const again = await openDesigner(journey, id, { context })
    await again.see('dialog', 'Unsaved changes found')
    await again.press('Restore')
    await again.read(/Unsaved changes found/, 'gone')
    await again.see('button', 'Gauge 1')
    await again.see('button', 'Lamp 1')
    await again.keys('Control+KeyZ')
    await expect.poll(() => again.isSeen('button', 'Gauge 1')).toBe(false)
    await again.keys('Control+Shift+KeyZ')
    await again.see('button', 'Gauge 1')
    expect(await readTypes(id)).toEqual([])
    await again.press('Save')
    await again.read(/saved · revision 2/)
    expect(await readTypes(id)).toEqual(['lamp', 'gauge'])
    await again.page.reload({ waitUntil: 'domcontentloaded' })
    await again.see('button', 'Gauge 1')
    expect(await again.isSeen('dialog', 'Unsaved changes found')).toBe(false)
    // Undo continues across a save.
    await again.keys('Control+KeyZ')
    await expect.poll(() => again.isSeen('button', 'Gauge 1')).toBe(false)
    await again.keys('Control+KeyZ')
    await expect.poll(() => again.isSeen('button', 'Lamp 1')).toBe(false)
  },
)

it('lines up, groups and undoes by keys, makes a symbol and places it, and takes an SVG file in', async () => {
  const id = await createDrawing(journey.server, admin, 'Arranged')
  const tab = await openDesigner(journey, id)
  for (const type of ['Rectangle', 'Lamp', 'Tank']) await tab.enter(type)
  await saveRevision(tab, 2)
  const apart = await storedDrawing(journey.server, admin, id)
  expect(new Set(apart.components.map(({ x }) => x)).size).toBe(3)

  await tab.keys('Control+KeyA', 'Alt+KeyA', 'Control+KeyG')
  await saveRevision(tab, 3)
  const grouped = await storedDrawing(journey.server, admin, id)
  const [group] = grouped.components.filter(({ type }) => type === 'group')
  const members = grouped.components.filter(({ parent }) => parent === group?.id)
  expect([members.length, new Set(members.map(({ x }) => x)).size]).toEqual([3, 1])
  await tab.keys('Control+KeyZ', 'Control+KeyZ')
  await saveRevision(tab, 4)
  expect((await storedDrawing(journey.server, admin, id)).components).toEqual(apart.components)

  await tab.press('Tank 1')
  await tab.enter('Select, find, symbols')
  await tab.press('Create symbol…', 'menuitem')
  await tab.fill('Name', 'Station', 'textbox', 'dialog')
  await tab.show('designing-05-symbol')
  await tab.press('Create symbol')
  await tab.enter('Station')
  await tab.see('button', 'Station 1')
  await saveRevision(tab, 5)
  const placed = await storedDrawing(journey.server, admin, id)
  expect(placed.symbols?.map(({ name, components }) => [name, components.length])).toEqual([['Station', 1]])
  expect(placed.components.filter(({ link }) => link).length).toBe(2)
  // Members are created from the symbol: the file contains the two instances, the rectangle and the lamp.
  expect(placed.components.length).toBe(4)
  await tab.page.reload({ waitUntil: 'domcontentloaded' })
  await tab.see('button', 'Station 1')

  const folder = await mkdtemp(join(tmpdir(), 'mimic-import-'))
  const file = join(folder, 'pump.svg')
  await writeFile(
    file,
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="80" height="40"/><circle cx="200" cy="90" r="30"/></svg>',
  )
  await tab.press('More')
  await tab.chooseFile(file, () => tab.press('Import a drawing…', 'menuitem'))
  await tab.see('dialog', 'Import pump.svg')
  await tab.read(/2 parts recognised/)
  await tab.show('designing-06-import')
  await tab.press('Import', 'button', 'dialog')
  await saveRevision(tab, 6)
  const { components: stored } = await storedDrawing(journey.server, admin, id)
  const [whole] = stored.filter(({ name }) => name === 'pump')
  expect([
    stored.length,
    whole?.type,
    stored.filter(({ parent }) => parent !== null && parent === whole?.id).length,
  ]).toEqual([7, 'group', 2])
  expect(
    await tab.page.evaluate(() =>
      [...document.querySelectorAll('button[aria-pressed="true"]')].map(({ textContent }) => textContent),
    ),
  ).toContain('pump')
  await removeDirectory(folder)
  await tab.keys('Control+KeyZ')
  await saveRevision(tab, 7)
  expect((await storedDrawing(journey.server, admin, id)).components.length).toBe(4)
})

it(
  'writes a text where it stands, by a double click and by F2, and pastes where the menu was asked for',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Written in place')
    const tab = await openDesigner(journey, id)
    await tab.enter('Text')
    const middle = await tab.at({ x: 800, y: 450 })
    await tab.page.mouse.click(middle.x, middle.y, { count: 2 })
    await tab.see('textbox', 'Text of Text 1')
    await tab.page.keyboard.type('Feed water')
    await tab.show('designing-in-place')
    await tab.page.keyboard.press('Enter')
    await expect.poll(() => tab.isSeen('textbox', 'Text of Text 1')).toBe(false)
    await tab.keys('F2')
    await tab.see('textbox', 'Text of Text 1')
    await tab.page.keyboard.type('not this')
    await tab.page.keyboard.press('Escape')
    await expect.poll(() => tab.isSeen('textbox', 'Text of Text 1')).toBe(false)

    await tab.keys('Control+KeyC')
    const place = await tab.at({ x: 300, y: 200 })
    await tab.page.mouse.click(place.x, place.y, { button: 'right' })
    await tab.press('Paste Ctrl+V', 'menuitem')
    await tab.see('button', 'Text 1 (2)')
    await saveRevision(tab, 2)
    const { components } = await storedDrawing(journey.server, admin, id)
    expect(components.map(({ props }) => props['text'])).toEqual(['Feed water', 'Feed water'])
    const pasted = components.find(({ name }) => name === 'Text 1 (2)')
    expect([
      Math.abs((pasted?.x ?? 0) + (pasted?.width ?? 0) / 2 - 300) < 4,
      Math.abs((pasted?.y ?? 0) + (pasted?.height ?? 0) / 2 - 200) < 4,
    ]).toEqual([true, true])
    // Pasting and typing are one step each.
    await tab.keys('Control+KeyZ', 'Control+KeyZ')
    await saveRevision(tab, 3)
    expect(
      (await storedDrawing(journey.server, admin, id)).components.map(({ props }) => props['text'] ?? 'Text'),
    ).toEqual(['Text'])
  },
)

it(
  'opens a drawing that a newer program saved to be looked at: it runs and is exported as it is, and nothing here changes it',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'From later')
    const lamp = {
      id: 'lamp',
      type: 'button',
      name: 'Lamp',
      x: 600,
      y: 400,
      width: 200,
      height: 80,
      action: { kind: 'switch', tag: 'street/pole-001/lamp', on: 1, off: 0 },
      glow: 2,
    }
    const later = `{ "version": 99,  "fog": 1.50, "name": "From later", "components": ${JSON.stringify([lamp, { ...lamp, id: 'far', type: 'hologram', y: 200 }])} }`
    await sqlIn(journey.server, 'update drawing set body = $2 where id = $1', [id, later])
    const tab = await openDesigner(journey, id)
    await tab.read(/This drawing was saved by a newer version of Mimic\.\s+This drawing has version 99/)
    await tab.show('designing-newer-01-looked-at')
    for (const name of ['Save', 'Undo']) expect(await tab.isSeen('button', name)).toBe(false)
    await tab.keys('Control+KeyA', 'Delete', 'Control+KeyV', 'Control+KeyS')
    const folder = await mkdtemp(join(tmpdir(), 'mimic-downloads-'))
    const session = await tab.page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      browserContextId: tab.page.browserContext().id,
      downloadPath: folder,
    })
    await tab.press('Export as JSON')
    await expect.poll(() => readdir(folder), { timeout: 20_000 }).toEqual(['From later.json'])
    expect(await readFile(join(folder, 'From later.json'), 'utf8')).toBe(later)
    await removeDirectory(folder)

    await tab.goto(`/scada/topo/fullscreen?id=${id}`)
    await tab.read(/commands are disabled/)
    await tab.see('application', '')
    await tab.show('designing-newer-02-running')
    const { x, y } = await tab.at({ x: 700, y: 440 })
    await tab.page.mouse.click(x, y)
    await tab.read(/Upgrade this installation to send commands from it/)
    expect(await sqlIn(journey.server, 'select body, revision from drawing where id = $1', [id])).toEqual([
      { body: later, revision: 1 },
    ])
    await tab.page.close()
  },
)

it('sets the floor of a drawing, chosen from the floors of its project', { tags: 'full' }, async () => {
  const floors = [
    ['street', 'Ground floor'],
    ['tunnel', 'Service level'],
  ] as const
  for (const [project, name] of floors)
    expect(
      (
        await callEntity(journey.server, 'floor', 'create', {
          token: admin,
          body: { project, values: { name, number: 1 } },
        })
      ).status,
    ).toBe(200)
  const id = await createDrawing(journey.server, admin, 'Floored')
  const tab = await journey.open()
  await tab.goto('/scada/center?search=Floored')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.press('Edit Floored')
  await tab.press('Floor', 'combobox', 'dialog')
  await tab.read(/Ground floor/)
  await tab.show('designing-07-floors')
  expect(await tab.page.evaluate(() => document.body.innerText)).not.toContain('Service level')
  await tab.choose('Floor', 'Ground floor', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Floor: Ground floor/)
  await tab.show('designing-08-floor')
  const {
    data: [floor],
  } = await callEntity<readonly { id: string }[]>(journey.server, 'floor', 'options', {
    token: admin,
    query: { project: 'street' },
  })
  expect((await call(journey.server, 'drawing.read', { token: admin, params: { id } })).data.floor).toBe(floor?.id)
})

it('takes a picture of the gallery into the drawing', { tags: 'full' }, async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(createPng(40, 30))]), 'pump.png')
  const { data: file } = await send(journey.server, 'POST', '/common/upload?purpose=gallery', form, {
    authorization: `Bearer ${admin}`,
  })
  const values = {
    name: 'Booster pump',
    category: 'device',
    picture: [{ id: (file as UploadedFile).id, name: 'pump.png' }],
    isPublic: true,
  }
  expect((await callEntity(journey.server, 'gallery', 'create', { token: admin, body: { values } })).status).toBe(200)

  const id = await createDrawing(journey.server, admin, 'Pictured')
  const tab = await openDesigner(journey, id)
  await tab.enter('Image')
  await tab.press('From the gallery…')
  await tab.show('designing-04-gallery')
  await tab.press('Booster pump')
  await tab.read(/unsaved changes/)
  await saveRevision(tab, 2)
  expect((await storedDrawing(journey.server, admin, id)).components[0]?.props['source']).toMatch(
    /^data:image\/png;base64,/,
  )
  await tab.show('designing-05-picture')
})

async function saveFirst(tab: Tab, type: string, revision: number): Promise<void> {
  await tab.front()
  await tab.enter(type)
  await saveRevision(tab, revision)
}

const getId = (tab: Tab): string => new URL(tab.page.url()).searchParams.get('id') ?? ''

async function readTypes(id: string): Promise<string[]> {
  return (await storedDrawing(journey.server, admin, id)).components.map(({ type }) => type)
}
