import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { count } from '../counts.ts'
import type { Tab } from './tab.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Impacts that block users; lesser ones are ignored. */
const grave = ['serious', 'critical']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
/** Rows of a list repeat the same cells: the daily run examines the first ones. */
const repeated = count({ daily: 1, full: 0 }) === 1 ? ['.ant-table-tbody > tr:nth-child(n + 5)'] : []
/** Parts common to all pages, to be checked once. */
export const shell = ['.shell-header', '.shell-sider']

declare global {
  // eslint-disable-next-line no-var -- how a global is declared
  var axe:
    | {
        getRules(tags: readonly string[]): readonly { readonly ruleId: string; readonly tags: readonly string[] }[]
        run(context: unknown, options: unknown): Promise<AxeResults>
      }
    | undefined
}

/**
 * Returns the violations on the current page, one line each: the rule, and the first element that breaks it. `only`
 * limits the rules to these categories, `without` excludes elements by selector.
 */
export async function findFaults(
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
      const axeModule = globalThis.axe
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
        runOnly: { type: 'rule', values: axeModule },
        // No rule here reads style sheets, and a violation shows its element.
        preload: false,
        selectors: false,
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
    [...without, ...repeated],
  )
}
