import type { SerializedAXNode } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEnginePage, type EnginePage } from '../support/browser/enginePage.ts'
import type { ComponentFixture } from './access/page.ts'

let host: EnginePage

beforeAll(async () => {
  host = await openEnginePage('tests/pictures/access/index.html', { width: 800, height: 560 })
  await host.page.waitForFunction('window.access !== undefined', { timeout: 60_000, polling: 100 })
})
afterAll(async () => {
  await host.close()
})
beforeEach(async () => {
  await host.page.focus('#before')
})

const switching = (tag: string) => ({ kind: 'switch', tag, on: 1, off: 0 }) as const
const value = (tag: string) => [{ prop: 'value', tag, via: { kind: 'value' } }] as const
const at = (x: number, y: number) => ({ x, y, width: 80, height: 80 })

const plant: readonly ComponentFixture[] = [
  { type: 'tank', name: 'Tank', ...at(40, 40), bindings: value('p/d/level') },
  {
    type: 'group',
    name: 'Pump',
    ...at(300, 40),
    members: [
      { type: 'rect', name: 'body', ...at(300, 40), action: switching('p/d/run') },
      { type: 'circular', name: 'wheel', ...at(300, 40), action: switching('p/d/run') },
    ],
  },
  { type: 'lamp', name: 'Lamp', ...at(300, 300), action: switching('p/d/lamp') },
]

const run = (components: readonly ComponentFixture[], language: 'en' | 'zh' = 'en') =>
  host.page.evaluate(
    (list, expected) => {
      window.access.run(list, expected)
    },
    components,
    language,
  )
const edit = (components: readonly ComponentFixture[]) =>
  host.page.evaluate((list) => {
    window.access.edit(list)
  }, components)
const write = (tag: string, number: number, quality: 0 | 1 | 2 | 3) =>
  host.page.evaluate(
    (name, x, mark) => {
      window.access.write(name, x, mark)
    },
    tag,
    number,
    quality,
  )
const settle = () => host.page.evaluate(() => window.access.settle())
const press = async (
  ...keys: readonly ('Tab' | 'Enter' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Delete' | 'Home')[]
) => {
  for (const key of keys) await host.page.keyboard.press(key)
}
/** Returns role and name of the focused element, or of the active descendant of the canvas. */
const focused = () =>
  host.page.evaluate(() => {
    const active = document.activeElement
    const element = document.getElementById(active?.getAttribute('aria-activedescendant') ?? '') ?? active
    return `${element?.getAttribute('role') ?? element?.id ?? ''} ${element?.getAttribute('aria-label') ?? ''}`.trim()
  })
const readAnnouncement = () => host.page.evaluate(() => document.querySelector('[role=status]')?.textContent)

/** Returns role and name of all nodes of the browser's accessibility tree in order. */
const toLines = (node: SerializedAXNode | null): string[] =>
  node ? [`${node.role} ${node.name ?? ''}`, ...(node.children ?? []).flatMap(toLines)] : []

describe('a running drawing', () => {
  it('is a tree that a screen reader sees, one button for a symbol however many parts it has', async () => {
    await run(plant)
    await settle()
    const lines = toLines(await host.page.accessibility.snapshot({ interestingOnly: false }))
    expect(lines.filter((line) => /Switch|Tank|drawing/.test(line))).toEqual([
      'group Components of the drawing',
      'image Tank, no data, stale value',
      'button Switch Pump',
      expect.stringMatching(/^button Switch Lamp/),
    ])
  })

  it('is operated with Tab, arrow keys and Enter, with a visible focus ring', async () => {
    await run(plant)
    await press('Tab')
    expect(await focused()).toMatch(/^button Switch Pump/)
    const ring = await host.page.evaluate(() => {
      const element = [...document.querySelectorAll<HTMLElement>('[aria-hidden=true]')].find(
        (one) => one.style.display === 'block',
      )
      const node = document.activeElement?.getBoundingClientRect()
      const box = element?.getBoundingClientRect()
      return box && node
        ? [box.left - node.left, box.top - node.top, box.right - node.right, box.bottom - node.bottom].map(Math.round)
        : []
    })
    expect(ring).toEqual([-6, -6, 6, 6])
    await press('Enter', 'ArrowDown')
    expect(await focused()).toMatch(/^button Switch Lamp/)
    await press('Enter', 'Home')
    expect(await focused()).toMatch(/^img Tank/)
    await press('ArrowRight')
    expect(await focused()).toMatch(/^button Switch Pump/)
    expect(await host.page.evaluate(() => window.access.actions)).toEqual(
      ['switch Pump', 'switch Lamp'].map((text) => expect.stringMatching(text.replace('Pump', '(?:body|wheel|Pump)'))),
    )
  })

  it('reports the focused component, and uses the hover prompt as its description', async () => {
    await run([
      ...plant,
      {
        type: 'lamp',
        name: 'Fan',
        ...at(500, 300),
        action: switching('p/d/fan'),
        extras: { prompt: ' Locked out by key 7 ' },
      },
    ])
    await press('Tab', 'Tab', 'Tab')
    expect(await host.page.evaluate(() => document.activeElement?.getAttribute('aria-description'))).toBe(
      'Locked out by key 7',
    )
    await host.page.focus('#before')
    expect(await host.page.evaluate(() => [...window.access.visits])).toEqual([
      expect.stringMatching('Pump|body|wheel'),
      '',
      'Lamp',
      '',
      'Fan',
      '',
    ])
  })

  it('labels components with current values and announces a loss of quality, in the selected language', async () => {
    await run(plant, 'zh')
    await write('p/d/level', 95, 0)
    await settle()
    const label = () => host.page.evaluate(() => document.querySelector('[role=img]')?.getAttribute('aria-label'))
    expect([await label(), await readAnnouncement()]).toEqual(['Tank，95%，超上限', ''])
    await write('p/d/level', 40, 3)
    await settle()
    expect([await label(), await readAnnouncement()]).toEqual(['Tank，40%，值已过期', 'Tank: 值已过期'])
    await write('p/d/level', 41, 0)
    await settle()
    expect([await label(), await readAnnouncement()]).toEqual(['Tank，41%', 'Tank: 已恢复'])
  })

  it('marks a button as disabled while its interlock is active', async () => {
    await run([
      {
        type: 'button',
        name: 'Start',
        ...at(100, 100),
        action: switching('p/d/start'),
        bindings: [{ prop: 'isOff', tag: 'p/d/interlock', via: { kind: 'value' } }],
      },
    ])
    const isDisabled = async (interlock: number, quality: 0 | 3) => {
      await write('p/d/interlock', interlock, quality)
      await settle()
      return host.page.evaluate(
        () => document.querySelector('[role=button][aria-label*=Start]')?.getAttribute('aria-disabled') ?? null,
      )
    }
    expect([await isDisabled(1, 0), await isDisabled(0, 0), await isDisabled(0, 3)]).toEqual(['true', null, 'true'])
  })

  it(
    'of 10,000 components is 2,000 entries at most, and a burst of all values costs little',
    { tags: 'full' },
    async () => {
      const many = Array.from({ length: 10_000 }, (_, index): ComponentFixture => ({
        type: 'tank',
        name: `t${index}`,
        x: (index % 100) * 8,
        y: Math.floor(index / 100) * 5,
        width: 8,
        height: 5,
        bindings: value(`p/d/v${index}`),
        ...(index % 4 === 0 ? { action: switching(`p/d/s${index}`) } : {}),
      }))
      await run(many)
      const count = await host.page.evaluate(() => document.querySelectorAll('[data-component]').length)
      const plan = await host.page.evaluate(() => document.querySelector('[role=group]')?.getAttribute('aria-label'))
      const burst = await host.page.evaluate(() => {
        for (let index = 0; index < 10_000; index++) window.access.write(`p/d/v${index}`, index % 100, 0)
        return window.access.settle()
      })
      const idle = await settle()
      expect([count, plan]).toEqual([
        2000,
        'Components of the drawing. 8000 more components are not listed. Zoom in to reach them.',
      ])
      const createMs = await host.page.evaluate(() => window.access.createMs)
      console.warn(
        `tree of 2,000 entries: made in ${createMs.toFixed(1)} ms, a burst of all values ${burst.toFixed(1)} ms, nothing new ${idle.toFixed(1)} ms`,
      )
      expect(burst).toBeLessThan(500)
    },
  )
})

describe('a drawing that is edited', () => {
  it('has the selection for its focus, so that every key of the editor reaches every component', async () => {
    await edit(plant)
    await press('Tab')
    expect(await focused()).toBe('application')
    await press('Tab')
    expect(await focused()).toBe('img Tank, 60%, 1 of 3 from the back')
    await press('ArrowRight', 'Tab')
    expect(await focused()).toMatch(/^img Pump, .*2 of 3 from the back$/)
    await press('Enter')
    expect(await focused()).toMatch(/^img body, .*1 of 2 from the back$/)
    await press('Delete')
    await settle()
    expect(await host.page.evaluate(() => window.access.names())).toEqual([
      'Tank 41 40',
      'Pump 300 40',
      'wheel 300 40',
      'Lamp 300 300',
    ])
    expect(await host.page.evaluate(() => document.querySelectorAll('[aria-label^="body"]').length)).toBe(0)
  })

  it('lets the keyboard out past its last component', async () => {
    await edit(plant)
    await press('Tab', 'Tab', 'Tab', 'Tab')
    expect(await focused()).toMatch(/^img Lamp/)
    await press('Tab')
    expect(await focused()).not.toMatch(/Lamp|application/)
  })
})

it('throws nothing on the way', () => {
  expect(host.failures).toEqual([])
})
