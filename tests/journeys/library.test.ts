import { expect, it } from 'vitest'
import { addAccount, testPassword } from '../support/server/api.ts'
import { createDrawing, openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import { openSignedIn } from '../support/browser/pages.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

it('moves a symbol to the library and into another drawing, and updates its instances there in one step on request', async () => {
  const source = await createDrawing(journey.server, admin, 'Source')
  const maker = await openDesigner(journey, source)
  await maker.enter('Tank')
  await maker.press('Tank 1')
  await maker.enter('Select, find, symbols')
  await maker.press('Create symbol…', 'menuitem')
  await maker.fill('Name', 'Dosing set', 'textbox', 'dialog')
  await maker.press('Create symbol')
  await maker.press('More for Dosing set')
  await maker.press('Save to the library…', 'menuitem')
  await maker.fill('Type', 'Dosing', 'combobox', 'dialog')
  await maker.press('Save', 'button', 'dialog')
  await maker.read(/Dosing set saved to the library/)
  await saveRevision(maker, 2)

  const used = await createDrawing(journey.server, admin, 'User')
  const user = await openDesigner(journey, used, { context: maker.page.browserContext() })
  await openSection(user, 'Component library')
  await user.enter('Dosing set')
  await user.see('button', 'Dosing set 1')
  await saveRevision(user, 2)
  await user.enter('Dosing set')
  await user.see('button', 'Dosing set 2')
  await saveRevision(user, 3)
  expect(await instancesIn(used)).toEqual({ instances: 2, revisions: [1], types: ['tank'] })

  await maker.front()
  await maker.press('More for Dosing set')
  await maker.press('Edit symbol', 'menuitem')
  await maker.read(/Editing the symbol "Dosing set"/)
  await maker.enter('Lamp')
  await maker.press('Done')
  await maker.press('More for Dosing set')
  await maker.press('Save to the library…', 'menuitem')
  await maker.read(/Revision 2 of "Dosing set"/)
  await maker.press('Save', 'button', 'dialog')
  await maker.read(/Dosing set saved to the library/)
  await saveRevision(maker, 3)

  await user.front()
  await user.page.reload({ waitUntil: 'domcontentloaded' })
  await user.see('button', 'Dosing set 2')
  await user.show('library-01-newer')
  await user.press('Update all instances from the library (2)')
  await user.read(/Instances updated from the library: 2/)
  await saveRevision(user, 4)
  expect(await instancesIn(used)).toEqual({ instances: 2, revisions: [2], types: ['tank', 'lamp'] })
  await user.show('library-02-updated')
  await user.keys('Control+KeyZ')
  await saveRevision(user, 5)
  expect(await instancesIn(used)).toEqual({ instances: 2, revisions: [1], types: ['tank'] })
})

it(
  'hides an entry from others once it is private, and shows it to them again once it is public',
  { tags: 'full' },
  async () => {
    const { name } = await addAccount(journey.server, admin, 'manager', [{ id: 'street', role: 'manager' }])
    const own = await journey.open()
    await openSignedIn(own, '/scada/component', { password: journey.server.adminPassword })
    await own.press('Edit Dosing set')
    await toggle(own, 'Public', false)
    await own.press('Save', 'button', 'dialog')
    await own.read(/Private/)

    const other = await openDesigner(journey, await createDrawing(journey.server, admin, 'Empty'), {
      account: { name, password: testPassword },
    })
    await other.fill('Search components', 'Dosing set')
    await other.read(/No matching library components/)
    expect(await other.isSeen('button', 'Dosing set')).toBe(false)

    await own.front()
    await own.press('Edit Dosing set')
    await toggle(own, 'Public', true)
    await own.press('Save', 'button', 'dialog')
    await other.front()
    await other.press('Search again')
    await other.see('button', 'Dosing set')
  },
)

/** Sets a switch to a state and checks the result. */
async function toggle(tab: Tab, name: string, isOn: boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const control = await tab.see('switch', name)
        const isSo = (await control.evaluate((each) => each.getAttribute('aria-checked'))) === String(isOn)
        if (!isSo) await tab.press(name, 'switch')
        return isSo
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

async function openSection(tab: Tab, name: string): Promise<void> {
  await tab.page.evaluate((words) => {
    const [summary] = [...document.querySelectorAll('summary')].filter(({ textContent }) =>
      textContent?.startsWith(words),
    )
    summary?.click()
  }, name)
}

async function instancesIn(id: string) {
  const { components, symbols = [] } = await storedDrawing(journey.server, admin, id)
  return {
    instances: components.filter(({ link }) => link).length,
    revisions: symbols.map(({ origin }) => origin?.revision),
    types: symbols.flatMap((symbol) => symbol.components.map(({ type }) => type)),
  }
}
