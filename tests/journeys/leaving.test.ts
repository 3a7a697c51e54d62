import { newDrawing } from '@mimic/engine/document'
import type { Dialog } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callEntity, call, signIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { count } from '../support/counts.ts'
import { navigateInside, signInWith } from '../support/browser/pages.ts'
import { adminPassword as password } from '../support/server/server.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey
let tab: Tab
let admin: string

beforeAll(async () => {
  journey = await startJourney()
  admin = await signIn(journey.server, 'admin', password)
  const drawing = {
    ...newDrawing('Half a drawing'),
    symbols: [
      {
        id: 'pump',
        name: 'Pump',
        width: 100,
        height: 40,
        params: [],
        components: [{ id: 'box', type: 'rect', x: 0, y: 0, width: 80, height: 40 }],
      },
    ],
    components: [{ id: 'i', type: 'group', x: 0, y: 0, width: 100, height: 40, link: { symbol: 'pump' } }],
  }
  const created = [
    await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: drawing.name, drawing: newDrawing(drawing.name) },
    }),
    await call(journey.server, 'library.create', {
      token: admin,
      body: { name: 'Half a pump', type: 'Pumps', isPublic: true, definition: drawing },
    }),
    await callEntity(journey.server, 'post', 'create', {
      token: admin,
      body: { values: { code: 'night', name: 'Night watch', order: 1 } },
    }),
    await callEntity(journey.server, 'post', 'create', {
      token: admin,
      body: { values: { code: 'day', name: 'Day watch', order: 2 } },
    }),
    await callEntity(journey.server, 'workOrder', 'create', {
      token: admin,
      body: {
        project: 'street',
        values: { number: 'LEFT-1', level: 2, source: 'manual', classification: 'repair', content: 'A lamp is dark' },
      },
    }),
  ]
  const refused = created.find(({ status }) => status !== 200)
  if (refused) throw new Error(refused.text)
  tab = await journey.open()
  await signInWith(tab, password)
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

const pathNow = (): string => new URL(tab.page.url()).pathname
const leaveQuestion = /Leave without saving\?/

/** Follows a menu link, even if a dialog covers it. */
const follow = (path: string): Promise<void> =>
  tab.page.$eval(`a[href="${path}"]`, (link) => {
    if (link instanceof HTMLElement) link.click()
  })

/** Navigates away, cancels the confirmation, then navigates away again and confirms. */
async function leave(from: string, expectUnchanged: () => Promise<void>): Promise<void> {
  await follow('/help')
  await tab.read(leaveQuestion)
  expect((await tab.page.$$('.ant-modal-confirm')).length).toBe(1)
  await tab.show(`leaving-${from.replaceAll('/', '')}`)
  await tab.press('Keep editing')
  await tab.read(leaveQuestion, 'gone')
  expect(pathNow()).toBe(from)
  await expectUnchanged()
  expect(await showsClosePrompt()).toBe(true)
  await follow('/help')
  await tab.read(leaveQuestion)
  await tab.press('Leave')
  await expect.poll(pathNow).toBe('/help')
  await tab.read(leaveQuestion, 'gone')
}

/** Returns true if the browser asks for confirmation before a reload. Cancels the reload. */
async function showsClosePrompt(): Promise<boolean> {
  const seen: string[] = []
  const answer = (dialog: Dialog): void => {
    seen.push(dialog.type())
    void dialog.dismiss()
  }
  tab.page.on('dialog', answer)
  await tab.page.evaluate(() => location.reload())
  await expect.poll(() => seen.length).toBe(1)
  tab.page.off('dialog', answer)
  return seen[0] === 'beforeunload'
}

const readValue = (label: string): Promise<string | undefined> =>
  tab
    .see('textbox', label)
    .then((box) =>
      box.evaluate((field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : undefined,
      ),
    )

it(
  'a scene with unsaved changes asks once before the page is left, and not when nothing was changed or all is saved',
  { tags: 'full' },
  async () => {
    await navigateInside(tab.page, '/scene/list/edit')
    await tab.see('button', 'Save')
    await follow('/help')
    await expect.poll(pathNow).toBe('/help')

    await navigateInside(tab.page, '/scene/list/edit')
    await tab.fill('Name', 'Unsaved scene')
    await leave('/scene/list/edit', async () => expect(await readValue('Name')).toBe('Unsaved scene'))

    await navigateInside(tab.page, '/scene/list/edit')
    await tab.fill('Name', 'Kept scene')
    await tab.press('Save')
    await expect.poll(pathNow).toBe('/scene/list/detail')
    await tab.read(leaveQuestion, 'gone')
  },
)

it('a form over a list warns before unsaved changes are left', async () => {
  await navigateInside(tab.page, '/system/posts')
  await tab.press('Add post')
  await tab.fill('Code', 'night', 'textbox', 'dialog')
  await leave('/system/posts', async () => expect(await readValue('Code')).toBe('night'))
})

it("a chart's code asks before the page is left", { tags: 'full' }, async () => {
  const { data } = await callEntity(journey.server, 'chart', 'create', {
    token: admin,
    body: { values: { name: 'Left', kind: 'line', option: '{}' } },
  })
  await navigateInside(tab.page, `/scada/echart/detail?id=${data.id}`)
  await tab.fill('Data address', '/chart.json')
  await leave('/scada/echart/detail', async () => expect(await readValue('Data address')).toBe('/chart.json'))
})

it(
  'the profile page warns before unsaved changes are left, but not when the session ends',
  { tags: 'full' },
  async () => {
    await navigateInside(tab.page, '/profile')
    await tab.fill('Full name', 'Ann Other')
    await leave(pathNow(), async () => expect(await readValue('Full name')).toBe('Ann Other'))

    await navigateInside(tab.page, '/profile')
    await tab.fill('Full name', 'Ann Other')
    await tab.press('Account admin')
    await tab.press('Sign out', 'menuitem')
    await expect.poll(pathNow).toBe('/login')
    await tab.read(leaveQuestion, 'gone')
    await signInWith(tab, password)
  },
)

it(
  'places on the map that are not saved ask before the page is left, and not between its steps',
  { tags: 'full' },
  async () => {
    const { data } = await callEntity(journey.server, 'cabinet', 'create', {
      token: admin,
      body: { project: 'street', values: { name: 'Box to place', address: 'box-1', communication: 1 } },
    })
    expect(data.id).toBeTruthy()
    await navigateInside(tab.page, '/map/annotation?project=street&step=2')
    await tab.press('Box to place not placed')
    await tab.fill('Longitude', '114.1', 'spinbutton')
    await tab.fill('Latitude', '22.4', 'spinbutton')
    await tab.press('Place')
    await tab.read(/1 not saved/)
    await tab.press('Back')
    await tab.read(leaveQuestion, 'gone')
    await tab.read(/Import from Excel/)
    await tab.press('Continue to the map')
    await leave('/map/annotation', async () => tab.read(/1 not saved/))
  },
)

/**
 * Tries to close by Escape, by the close button and by a click outside: each asks for confirmation, and the input
 * remains.
 */
async function closeDialog(name: string, typed: string): Promise<void> {
  const actions = [
    () => tab.page.keyboard.press('Escape'),
    () => tab.press('Close', 'button', 'dialog'),
    () => tab.page.mouse.click(8, 400),
  ]
  for (const action of actions) {
    await action()
    await tab.read(leaveQuestion)
    expect((await tab.page.$$('.ant-modal-confirm')).length).toBe(1)
    await tab.press('Keep editing')
    await tab.read(leaveQuestion, 'gone')
    // A closing dialog still receives keys and clicks.
    await expect.poll(async () => (await tab.page.$$('.ant-modal-confirm')).length).toBe(0)
    expect(await readValue(name)).toBe(typed)
  }
  await tab.page.keyboard.press('Escape')
  await tab.read(leaveQuestion)
  await tab.press('Leave')
  await tab.read(leaveQuestion, 'gone')
  await expect.poll(() => tab.isSeen('textbox', name)).toBe(false)
}

/** Each dialog with unsaved input: its page, how to open it, and the input. */
const dialogs = [
  {
    what: 'an entry of the library',
    path: '/scada/component',
    field: 'Name',
    typed: 'Half renamed',
    open: () => tab.press('Edit Half a pump'),
  },
  {
    what: 'what is said of a drawing',
    path: '/scada/center',
    field: 'Description',
    typed: 'Half described',
    open: () => tab.press('Edit Half a drawing'),
  },
  {
    what: 'a new link to a drawing',
    path: '/scada/center',
    field: 'Share password',
    typed: 'half a password',
    open: () => tab.press('Share Half a drawing'),
  },
  {
    what: 'the values of many rows',
    path: '/system/posts',
    field: 'Remark',
    typed: 'Half a remark',
    open: async () => {
      await tab.see('checkbox', 'Select Night watch')
      // The selection is still there after returning.
      if (!(await tab.isSeen('button', 'Edit selected')))
        for (const name of ['Night watch', 'Day watch']) await tab.press(`Select ${name}`, 'checkbox')
      await tab.press('Edit selected')
      await tab.press('Remark', 'checkbox', 'dialog')
    },
  },
  {
    what: 'what a move of a row asks for',
    path: '/stcsworkorderob',
    field: 'Remark',
    typed: 'Half a reason',
    open: async () => {
      await tab.press('More for LEFT-1')
      await tab.press('Terminate', 'menuitem')
    },
  },
] as const

it.each(dialogs.slice(0, count({ daily: 1, full: dialogs.length })))(
  '$what warns before the page is left or the dialog closed with unsaved changes, and not after leaving',
  async ({ path, field, typed, open }) => {
    await navigateInside(tab.page, path)
    await open()
    await tab.fill(field, typed, 'textbox', 'dialog')
    await leave(path, async () => expect(await readValue(field)).toBe(typed))
    await navigateInside(tab.page, path)
    await open()
    await tab.see('textbox', field, 'dialog')
    expect(await readValue(field)).not.toBe(typed)
    await tab.fill(field, typed, 'textbox', 'dialog')
    await closeDialog(field, typed)
    await follow('/help')
    await expect.poll(pathNow).toBe('/help')
    expect(await tab.page.$('.ant-modal-confirm')).toBe(null)
  },
)

it('two forms of one page hold it together: whichever was typed in asks, both ask once', { tags: 'full' }, async () => {
  await navigateInside(tab.page, '/profile')
  await tab.fill('Full name', 'Ann Other')
  await leave('/profile', async () => expect(await readValue('Full name')).toBe('Ann Other'))
  await navigateInside(tab.page, '/profile')
  await tab.fill('Current password', 'half of it')
  await leave('/profile', async () => expect(await readValue('Current password')).toBe('half of it'))
  await navigateInside(tab.page, '/profile')
  await tab.fill('Full name', 'Ann Other')
  await tab.fill('Current password', 'half of it')
  await leave('/profile', async () => expect(await readValue('Full name')).toBe('Ann Other'))
})

it(
  "a dialog with a new drawing, a drawing's details or a new password asks before it closes, and closes at once while nothing was typed",
  { tags: 'full' },
  async () => {
    await navigateInside(tab.page, '/scada/center')
    await tab.press('New drawing')
    await tab.see('textbox', 'Name')
    await tab.page.keyboard.press('Escape')
    await expect.poll(() => tab.isSeen('textbox', 'Name')).toBe(false)
    await tab.press('New drawing')
    await tab.fill('Name', 'Half drawn', 'textbox', 'dialog')
    await closeDialog('Name', 'Half drawn')

    await tab.press('Account admin')
    await tab.press('Change password', 'menuitem')
    await tab.fill('Current password', 'half of it')
    await closeDialog('Current password', 'half of it')
  },
)

it('a drawing that is made leads to the designer and asks nothing', { tags: 'full' }, async () => {
  await navigateInside(tab.page, '/scada/center')
  await tab.press('New drawing')
  await tab.fill('Name', 'Made at once', 'textbox', 'dialog')
  await tab.choose('Project', 'Street', 'dialog')
  await tab.press('Create and design', 'button', 'dialog')
  await tab.page.waitForFunction(() => location.pathname === '/scada/topo/editor')
  await tab.read(leaveQuestion, 'gone')
})
