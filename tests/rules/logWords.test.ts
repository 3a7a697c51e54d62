import { expect, it } from 'vitest'
import { loggedAction, loggedObject } from '../../console/system/logLabels.ts'
import { entities } from '../../contract/entities.ts'
import { listFiles, isScript, isTest } from './sources.ts'

/** Matches a call of `audit` and captures the object's kind, if literal, and all possible actions. */
const calls =
  /(?<!function )\baudit\((?:(?!\baudit\()[^])*?\bobject\b(?:: ?(?:[`']([A-Za-z]+)[/`'])?)?(?:(?!\baudit\()[^])*?\baction(?:: ([^,}\n]+)|,)/g
/** Actions passed to `audit` as variables. */
const handed: readonly string[] = ['light', 'scene']

it('the console has a translation for everything the server writes to the operation log', () => {
  const files = listFiles((path) => path.startsWith('server/') && isScript(path) && !isTest(path))
  // Calls in another form would be missed by the pattern.
  expect(
    files
      .map(
        ({ path, text }) =>
          `${path} ${[...text.matchAll(/(?<!function )\baudit\(/g)].length - [...text.matchAll(calls)].length}`,
      )
      .filter((line) => !line.endsWith(' 0')),
  ).toEqual([])
  const written = files.flatMap(({ text }) => [...text.matchAll(calls)])
  const actions = new Set([
    ...handed,
    ...written.flatMap(([, , action = '']) => [...action.matchAll(/'([\w.]+)'/g)].map(([, word = '']) => word)),
  ])
  const kinds = new Set(written.flatMap(([, kind]) => kind ?? []))
  // Minimum counts prove that the pattern still matches.
  expect([actions.size > 25, kinds.size > 10, actions.has('componentPassword.wrong'), kinds.has('cache')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  const hasWords = (action: string): boolean =>
    [undefined, ...entities].some((entity) => loggedAction(action, entity).zh !== action)
  expect([...actions].filter((action) => !hasWords(action))).toEqual([])
  expect([...kinds].filter((kind) => loggedObject(kind).words.zh === kind)).toEqual([])
})
