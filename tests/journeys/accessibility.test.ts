import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeAccount, signIn, testPassword } from '../support/api.ts'
import { aDrawing, distinctPages, goTo, getQuery, signInWith } from '../support/pages.ts'
import { startJourney, type Journey } from '../support/journey.ts'
import { computeCode } from '../support/secondStep.ts'
import { adminPassword as password } from '../support/server.ts'
import type { Tab } from '../support/tab.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Impacts that block users; lesser ones are ignored. */
const grave = ['serious', 'critical']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
/** Rules that depend on theme or language: colours and names. */
const looks = ['cat.color', 'cat.name-role-value', 'cat.text-alternatives', 'cat.forms', 'cat.language']
/** Parts common to all pages, checked once. */
const shell = ['.shell-header', '.shell-sider']
const maxMs = 10 * 60_000

declare global {
  // eslint-disable-next-line no-var -- how a global is declared
  var axe:
    | {
        getRules(tags: readonly string[]): readonly { readonly ruleId: string; readonly tags: readonly string[] }[]
        run(context: unknown, options: unknown): Promise<AxeResults>
      }
    | undefined
}

let journey: Journey

beforeAll(async () => {
  journey = await startJourney({ plant: 'live' })
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('every page is accessible in English and the light theme', { timeout: maxMs }, () =>
  visitAll({ theme: 'light', language: 'en-us' }),
)
it('every page is accessible in Chinese and the dark theme', { tags: 'full', timeout: maxMs }, () =>
  visitAll({ theme: 'dark', language: 'zh-cn' }),
)

async function visitAll(look: {
  readonly theme: 'light' | 'dark'
  readonly language: 'en-us' | 'zh-cn'
}): Promise<void> {
  const tab = await journey.open()
  await tab.page.setViewport({ width: 1366, height: 768 })
  await tab.goto('/')
  const found = new Map<string, string[]>()
  const [first] = distinctPages().filter(({ isBare }) => !isBare)
  const how = look.language === 'zh-cn' ? { only: looks } : {}
  const take = async (where: string): Promise<void> => {
    for (const fault of await findFaults(tab, { ...how, without: where === first?.path ? [] : shell }))
      found.set(fault, [...(found.get(fault) ?? []), where])
  }
  await tab.page.waitForSelector('input')
  await take('/login')
  await signInWith(tab, password, look)
  const drawing = await aDrawing(journey.server, password)
  for (const page of distinctPages()) {
    const { path } = page
    await goTo(tab, page, look.language === 'zh-cn' ? 'zh' : 'en', getQuery(page, drawing))
    // The tools are disabled until the drawing is open; during the transition colours are intermediate.
    if (path === '/scada/topo/editor') await tab.page.waitForSelector('.bar-zoom:enabled')
    await take(path)
  }
  expect(
    [...found]
      .map(
        ([fault, where]) =>
          `${fault}\n  on ${where.slice(0, 4).join(', ')}${where.length > 4 ? ` and ${where.length - 4} more` : ''}`,
      )
      .join('\n'),
  ).toBe('')
  await tab.page.close()
}

it.each(['light', 'dark'])(
  'nor out of the second step of a sign-in, from its set-up to its code: %s',
  async (theme) => {
    const name = `step-${theme}`
    await makeAccount(journey.server, await signIn(journey.server, 'admin', password), {
      username: name,
      password: testPassword,
      role: 'operator',
    })
    const found = new Map<string, readonly string[]>()
    const begin = async (path: string): Promise<Tab> => {
      const tab = await journey.open()
      await tab.page.setViewport({ width: 1366, height: 768 })
      await tab.page.emulateMediaFeatures([
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: theme },
      ])
      await tab.goto(path)
      await tab.signIn(name, testPassword)
      return tab
    }
    const take = async (tab: Tab, where: string) => found.set(where, await findFaults(tab))

    const tab = await begin('/login?from=/profile')
    await tab.press('Set up')
    await tab.see('image', 'QR code for the authenticator app')
    await tab.press('Cannot scan it? Enter the key')
    await take(tab, 'set-up')
    const secret = await tab.page.evaluate(() => document.querySelector('details code')?.textContent ?? '')
    await tab.fill('Current password', testPassword, 'textbox', 'group')
    await tab.fill('Code', computeCode(secret.replaceAll(' ', '')))
    await tab.press('Turn on')
    await tab.see('button', 'I have saved them')
    await take(tab, 'recovery codes')
    await tab.press('I have saved them')
    await tab.press('Turn off')
    await tab.see('textbox', 'Code or recovery code', 'dialog')
    await take(tab, 'turning off')

    const other = await begin('/login')
    await other.see('textbox', 'Code')
    await take(other, 'code')
    await other.press('Use a recovery code')
    await other.see('textbox', 'Recovery code')
    await take(other, 'recovery code')
    expect(Object.fromEntries(found)).toEqual({
      'set-up': [],
      'recovery codes': [],
      'turning off': [],
      code: [],
      'recovery code': [],
    })
  },
)

/** Returns the violations on the current page, one line each: the rule, and the first element that breaks it. */
async function findFaults(
  { page }: Tab,
  { only = [], without = [] }: { readonly only?: readonly string[]; readonly without?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => globalThis.axe !== undefined))) await page.evaluate(axe)
  return page.evaluate(
    async (impacts, tags, kinds, parts) => {
      // Animations start a frame or two after their trigger.
      for (let still = 0; still < 4;) {
        const passing = document
          .getAnimations()
          .filter(
            ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          )
        still = passing.length === 0 ? still + 1 : 0
        await Promise.allSettled(passing.map(({ finished }) => finished))
        await new Promise(requestAnimationFrame)
      }
      if (!globalThis.axe) throw new Error('what looks for faults is not there')
      const asked = globalThis.axe
        .getRules(tags)
        .filter(
          (rule) =>
            !rule.tags.includes('experimental') && (kinds.length === 0 || rule.tags.some((tag) => kinds.includes(tag))),
        )
        .map(({ ruleId }) => ruleId)
      const context = {
        include: document,
        exclude: parts.filter((part) => document.querySelector(part) !== null).map((part) => [part]),
      }
      const { violations } = await globalThis.axe.run(context, {
        resultTypes: ['violations'],
        runOnly: { type: 'rule', values: asked },
      })
      return violations
        .filter(({ impact }) => impacts.includes(impact ?? ''))
        .flatMap(({ id, help, nodes }) =>
          nodes
            .slice(0, 3)
            .map(
              ({ html, any, all }) =>
                `${id} (${help}): ${html.replaceAll(/(id|for|aria-controls|aria-owns|aria-labelledby|aria-describedby)="[^"]*"/g, '$1').slice(0, 220)} ${([...any, ...all][0]?.message ?? '').slice(0, 160)}`,
            ),
        )
    },
    grave,
    rules,
    only,
    without,
  )
}
