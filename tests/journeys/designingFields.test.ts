import { expect, it } from 'vitest'
import { call } from '../support/server/api.ts'
import { createDrawing, openDesigner, saveRevision, storedDrawing } from '../support/browser/designer.ts'
import { shareJourney, type Journey } from '../support/browser/journey.ts'
import type { Tab } from '../support/browser/tab.ts'

let journey: Journey
let admin: string

shareJourney({}, (started, token) => {
  journey = started
  admin = token
})

it(
  'hears the keys of the drawing after a dialog has closed and after a press in the list of components',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Keys')
    const tab = await openDesigner(journey, id)
    await tab.enter('Lamp')
    await tab.see('button', 'Lamp 1')
    await tab.keys('Alt+KeyR')
    await tab.fill('Angle', '30', 'textbox', 'dialog')
    await tab.press('Rotate', 'button', 'dialog')
    await expect.poll(() => readAngle(tab)).toBe('30')
    // The following steps do not click the drawing.
    await holding(tab, 'Control', 'z')
    await expect.poll(() => readAngle(tab)).toBe('0')
    await tab.press('Lamp 1')
    await holding(tab, 'Control', 'l')
    await tab.see('button', 'Unlock Lamp 1')
    // In the list, arrow keys select components and Delete deletes the selected ones.
    await tab.enter('Tank')
    await tab.press('Lamp 1')
    await tab.page.keyboard.press('ArrowUp')
    await expect.poll(() => tab.page.evaluate(() => document.activeElement?.textContent)).toBe('Tank 1')
    await tab.page.keyboard.press('Delete')
    await expect.poll(() => tab.isSeen('button', 'Tank 1')).toBe(false)
    expect(await tab.isSeen('button', 'Lamp 1')).toBe(true)
  },
)

it('gives a fill colours one by one, each with its place, and takes them away again', { tags: 'full' }, async () => {
  const id = await createDrawing(journey.server, admin, 'Cylinder')
  const tab = await openDesigner(journey, id)
  await tab.enter('Rectangle')
  await tab.see('button', 'Rectangle 1')
  await tab.press('Use a gradient for Background colour')
  await tab.press('Add colour')
  await tab.press('Add colour')
  await tab.fill('Position of colour 2', '30', 'spinbutton')
  await tab.fill('Direction', '0', 'spinbutton')
  await tab.show('designing-gradient')
  await saveRevision(tab, 2)
  const fill = async () => (await readParts(id))[0]?.props.backgroundColor
  expect(await fill()).toMatch(/^linear\(0,#[0-9a-f]{8} 0,#[0-9a-f]{8} 0\.3,#[0-9a-f]{8} 0\.5,#ffffffff 1\)$/)
  // Drags knobs of the bar, and clicks beside them to add a colour.
  const bar = await (await tab.see('image', 'Colour stops: drag to move, click the bar to add one')).boundingBox()
  if (!bar) throw new Error('the bar is not on the screen')
  const onBar = (share: number) => [bar.x + share * bar.width, bar.y + bar.height / 2] as const
  const { mouse } = tab.page
  await mouse.move(...onBar(0.3))
  await mouse.down()
  await mouse.move(...onBar(0.4), { steps: 8 })
  await mouse.up()
  await mouse.click(...onBar(0.75))
  await tab.see('button', 'Remove colour 5')
  await saveRevision(tab, 3)
  expect(await fill()).toMatch(
    /^linear\(0,#[0-9a-f]{8} 0,#[0-9a-f]{8} 0\.4,#[0-9a-f]{8} 0\.5,#[0-9a-f]{8} 0\.75,#ffffffff 1\)$/,
  )
  await tab.press('Remove colour 4')
  await tab.press('Remove colour 3')
  await tab.press('Remove colour 2')
  await saveRevision(tab, 4)
  expect(await fill()).toMatch(/^linear\(0,#[0-9a-f]{8},#ffffffff\)$/)
})

it(
  'leads a connector from one component to another by names and keys alone, on the side asked for, and lets it go',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Ends')
    const tab = await openDesigner(journey, id)
    for (const type of ['Lamp', 'Tank', 'Connector']) {
      await tab.enter(type)
      await tab.see('button', `${type} 1`)
    }
    await tab.choose('Start attached to', 'Lamp 1')
    await tab.choose('End attached to', 'Tank 1')
    await tab.show('designing-ends')
    await saveRevision(tab, 2)
    const [lamp, tank, line] = await readParts(id)
    expect(line?.props).toMatchObject({
      from: expect.stringMatching(`^${lamp?.id}:[nesw]$`),
      to: expect.stringMatching(`^${tank?.id}:[nesw]$`),
    })
    await tab.choose('End attached to', 'Not attached')
    await tab.choose('Attachment point', 'Bottom')
    await saveRevision(tab, 3)
    const [, , led] = await readParts(id)
    expect(led?.props).toMatchObject({ from: `${lamp?.id}:s` })
    expect(led?.props.to || '').toBe('')
    await tab.press('Lock Connector 1')
    await expect.poll(() => canChoose(tab, 'Start attached to')).toBe(false)
    await tab.press('Unlock Connector 1')
    await expect.poll(() => canChoose(tab, 'Start attached to')).toBe(true)
  },
)

it(
  'chooses several by keys alone: a range and single ones in the list of components, neighbours on the drawing',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Several')
    const tab = await openDesigner(journey, id)
    for (const type of ['Lamp', 'Tank', 'Gauge', 'Pipe']) {
      await tab.enter(type)
      await tab.see('button', `${type} 1`)
    }
    await tab.press('Pipe 1')
    await holding(tab, 'Shift', 'ArrowDown')
    await expect.poll(() => chosenIn(tab)).toEqual(['Pipe 1', 'Gauge 1'])
    await holding(tab, 'Control', 'ArrowDown')
    await holding(tab, 'Control', 'ArrowDown')
    await tab.page.keyboard.press('Space')
    await expect.poll(() => chosenIn(tab)).toEqual(['Pipe 1', 'Gauge 1', 'Lamp 1'])
    await holding(tab, 'Control', 'l')
    await tab.see('button', 'Unlock Lamp 1')
    expect(await tab.isSeen('button', 'Unlock Tank 1')).toBe(false)
    const canvas = await tab.see('application', '')
    await canvas.focus()
    await tab.page.keyboard.press('Escape')
    await tab.page.keyboard.press('PageDown')
    await holding(tab, 'Shift', 'PageDown')
    await expect.poll(() => chosenIn(tab)).toEqual(['Tank 1', 'Lamp 1'])
    await holding(tab, 'Alt', 'PageDown')
    await expect.poll(() => chosenIn(tab)).toEqual(['Gauge 1', 'Lamp 1'])
  },
)

it(
  'gives a pipe as many points as are asked for, at equal distances, and takes them back in one step',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Points')
    const tab = await openDesigner(journey, id)
    await tab.enter('Pipe')
    await tab.see('button', 'Pipe 1')
    await tab.fill('Number of points', '12', 'spinbutton')
    await tab.page.keyboard.press('Enter')
    await tab.fill('Number of points', '5', 'spinbutton')
    await tab.page.keyboard.press('Enter')
    await saveRevision(tab, 2)
    const [stored] = (await storedDrawing(journey.server, admin, id)).components
    expect(stored?.props['points']).toHaveLength(10)
    await holding(tab, 'Control', 'z')
    await expect.poll(() => readValue(tab, 'Number of points')).toBe('12')
  },
)

it(
  'scales a group with a turned member to the width that is typed, not by way of its first digits, and takes it back in one step',
  { tags: 'full' },
  async () => {
    const drawing = {
      version: 5,
      name: 'Typed',
      components: [
        { id: 'g', type: 'group', name: 'Group 1', x: 200, y: 0, width: 150, height: 150 },
        { id: 'm', type: 'rect', parent: 'g', x: 200, y: 0, width: 100, height: 20, angleDeg: 30 },
        { id: 'n', type: 'text', parent: 'g', x: 300, y: 100, width: 50, height: 50 },
      ],
    }
    const { data } = await call(journey.server, 'drawing.create', {
      token: admin,
      body: { project: 'street', name: 'Typed', drawing },
    })
    const id = data?.id ?? ''
    const tab = await openDesigner(journey, id)
    await tab.press('Group 1')
    const width = await readValue(tab, 'W')
    await tab.fill('W', '300', 'spinbutton')
    await tab.page.keyboard.press('Enter')
    await saveRevision(tab, 2)
    const readWidths = async () =>
      (await storedDrawing(journey.server, admin, id)).components.map((component) => Math.round(component.width))
    const typed = await readWidths()
    // Same result as with the resize handles: an upright component has twice its width.
    expect(typed[2]).toBe(Math.round((50 * 300) / Number(width)))
    await holding(tab, 'Control', 'z')
    await expect.poll(() => readValue(tab, 'W')).toBe(width)
    // Clicking the drawing also commits a typed value; Escape discards it.
    await tab.fill('W', '7', 'spinbutton')
    await tab.page.keyboard.press('Escape')
    await expect.poll(() => readValue(tab, 'W')).toBe(width)
    await tab.fill('W', '300', 'spinbutton')
    await saveRevision(tab, 3)
    expect(await readWidths()).toEqual(typed)
  },
)

it(
  'clamps a number beyond its limits when its field loses focus, without affecting the next selected component',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Limits')
    const tab = await openDesigner(journey, id)
    for (const name of ['Pipe 1', 'Pipe 2']) {
      await tab.enter('Pipe')
      await tab.see('button', name)
    }
    const count = await readValue(tab, 'Number of points')
    const width = await readValue(tab, 'W')
    await tab.press('Pipe 1')
    await tab.fill('Number of points', '300', 'spinbutton')
    await tab.press('Pipe 2')
    await expect.poll(() => readValue(tab, 'Number of points')).toBe(count)
    await tab.fill('W', '-5', 'spinbutton')
    await tab.press('Pipe 1')
    await expect.poll(() => readValue(tab, 'Number of points')).toBe('256')
    expect(await readValue(tab, 'W')).toBe(width)
    // A discarded value is not clamped to the limits either.
    await tab.fill('W', '-7', 'spinbutton')
    await tab.page.keyboard.press('Escape')
    await expect.poll(() => readValue(tab, 'W')).toBe(width)
    // Moving the focus through the fields writes nothing.
    await (await tab.see('spinbutton', 'W')).focus()
    for (let i = 0; i < 20; i++) await tab.page.keyboard.press('Tab')
    // A fractional number of points is rounded to the displayed whole number.
    await tab.press('Pipe 2')
    await tab.fill('Number of points', '7.6', 'spinbutton')
    await tab.page.keyboard.press('Tab')
    await expect.poll(() => readValue(tab, 'Number of points')).toBe('8')
    await saveRevision(tab, 2)
    const { components } = await storedDrawing(journey.server, admin, id)
    const stored = components.map((pipe) => [
      pipe.name,
      Array.isArray(pipe.props['points']) && pipe.props['points'].length / 2,
      Math.round(pipe.width),
    ])
    expect(stored).toEqual([
      ['Pipe 1', 256, Number(width)],
      ['Pipe 2', 8, 0],
    ])
  },
)

it('saves a value being typed with Ctrl+S, keeps the focus, and warns before closing a tab with only such a change', async () => {
  const id = await createDrawing(journey.server, admin, 'Half typed')
  const tab = await openDesigner(journey, id)
  await tab.enter('Rectangle')
  await saveRevision(tab, 2)
  const readWidth = async () => (await storedDrawing(journey.server, admin, id)).components[0]?.width
  await tab.fill('W', '320', 'spinbutton')
  await holding(tab, 'Control', 's')
  await tab.read(/saved · revision 3/)
  expect(await readWidth()).toBe(320)
  // With other unsaved work the typed value is saved as well.
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.type('5')
  await tab.page.keyboard.press('Enter')
  await tab.read(/unsaved changes/)
  await tab.fill('W', '410', 'spinbutton')
  await holding(tab, 'Control', 's')
  await tab.read(/saved · revision 4/)
  expect(await readWidth()).toBe(410)
  await tab.fill('W', '77', 'spinbutton')
  const question = new Promise<string>((done) => {
    tab.page.once('dialog', (dialog) => {
      done(dialog.type())
      void dialog.dismiss()
    })
  })
  await tab.page.evaluate(() => location.reload())
  expect(await question).toBe('beforeunload')
  await tab.read(/unsaved changes/)
  await saveRevision(tab, 5)
  expect(await readWidth()).toBe(77)
})

it('moves a component added by keyboard from the toolbox with the arrow keys', async () => {
  const tab = await openDesigner(journey, await createDrawing(journey.server, admin, 'Put by keys'))
  await tab.enter('Rectangle')
  const x = Number(await readValue(tab, 'X'))
  await tab.page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await readValue(tab, 'X'))).toBe(x + 1)
  // Enter and Escape leave the field: the next key belongs to the drawing.
  await tab.fill('Name', 'Hall')
  await tab.page.keyboard.press('Enter')
  await tab.see('button', 'Hall')
  await tab.page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await readValue(tab, 'X'))).toBe(x + 2)
  await tab.fill('Name', 'Cellar')
  await tab.page.keyboard.press('Escape')
  await tab.page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await readValue(tab, 'X'))).toBe(x + 3)
  await tab.see('button', 'Hall')
})

it(
  'keeps a field empty while its number is retyped, and restores the number if it is left empty',
  { tags: 'full' },
  async () => {
    const id = await createDrawing(journey.server, admin, 'Emptied')
    const tab = await openDesigner(journey, id)
    await tab.enter('Rectangle')
    const width = await readValue(tab, 'W')
    await tab.fill('W', '2', 'spinbutton')
    await tab.page.keyboard.press('Backspace')
    await expect.poll(() => readValue(tab, 'W')).toBe('')
    await tab.page.keyboard.type('50')
    expect(await readValue(tab, 'W')).toBe('50')
    await tab.page.keyboard.press('Backspace')
    await tab.page.keyboard.press('Backspace')
    await tab.page.keyboard.press('Escape')
    await expect.poll(() => readValue(tab, 'W')).toBe(width)
    await tab.fill('W', '2', 'spinbutton')
    await tab.page.keyboard.press('Backspace')
    await tab.page.keyboard.press('Tab')
    await expect.poll(() => readValue(tab, 'W')).toBe(width)
    await tab.fill('W', '2', 'spinbutton')
    await tab.page.keyboard.press('Backspace')
    await tab.page.keyboard.type('60')
    await tab.page.keyboard.press('Enter')
    await saveRevision(tab, 2)
    expect((await storedDrawing(journey.server, admin, id)).components[0]?.width).toBe(60)
  },
)

it('finds a tag while an expression is typed, and puts a call where the caret is', { tags: 'full' }, async () => {
  const drawing = {
    version: 5,
    name: 'Sum',
    components: [
      {
        id: 't',
        type: 'text',
        name: 'Sum',
        x: 0,
        y: 0,
        width: 100,
        height: 30,
        bindings: [
          {
            prop: 'text',
            tag: 'street/cabinet-01/voltageA',
            via: { kind: 'expression', source: '{street/cabinet-01/voltageA}' },
          },
        ],
      },
    ],
  }
  const { data } = await call(journey.server, 'drawing.create', {
    token: admin,
    body: { project: 'street', name: 'Sum', drawing },
  })
  const tab = await openDesigner(journey, data?.id ?? '')
  await tab.press('Sum')
  await tab.press('Bindings 1', 'tab')
  await tab.press('Edit the binding of Text')
  const field = await tab.see('textbox', 'Expression')
  const source = () => field.evaluate((area) => (area instanceof HTMLTextAreaElement ? area.value : ''))
  await field.click()
  await tab.page.keyboard.press('End')
  await tab.page.keyboard.type(' + {cabinet-01 voltageB')
  await tab.read(/street.cabinet-01.voltageB/)
  await tab.page.keyboard.press('Enter')
  await expect.poll(source).toBe('{street/cabinet-01/voltageA} + {street/cabinet-01/voltageB}')
  await tab.page.keyboard.type(' + ')
  await (await tab.page.waitForSelector('::-p-text(Functions)'))?.click()
  await tab.press('abs(a)')
  await expect.poll(source).toBe('{street/cabinet-01/voltageA} + {street/cabinet-01/voltageB} + abs(a)')
})

/** Returns the selected entries of the component list, from the top. */
async function chosenIn({ page }: Tab): Promise<readonly (string | null)[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('button[aria-pressed="true"]')]
      .map(({ textContent }) => textContent)
      .filter((text) => text?.endsWith(' 1')),
  )
}

async function holding(
  { page }: Tab,
  modifier: 'Shift' | 'Control' | 'Alt',
  key: 'ArrowDown' | 'PageDown' | 'l' | 's' | 'z',
): Promise<void> {
  await page.keyboard.down(modifier)
  await page.keyboard.press(key)
  await page.keyboard.up(modifier)
}

const readAngle = (tab: Tab): Promise<string> => readValue(tab, 'Angle')
const readValue = async (tab: Tab, name: string): Promise<string> =>
  await (await tab.see('spinbutton', name)).evaluate((field) => (field instanceof HTMLInputElement ? field.value : ''))
const canChoose = async (tab: Tab, name: string): Promise<boolean> =>
  await (await tab.see('combobox', name)).evaluate((field) => field instanceof HTMLInputElement && !field.disabled)

/** Returns the stored components in creation order. */
async function readParts(id: string) {
  return [...(await storedDrawing(journey.server, admin, id)).components].sort((a, b) => (a.rank < b.rank ? -1 : 1))
}
