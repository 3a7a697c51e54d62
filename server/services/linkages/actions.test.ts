import { expect, it } from 'vitest'
import type { AlarmRef } from '../lighting/alarms/book.ts'
import type { ActionParts, Run } from './actions.ts'
import { perform } from './actions.ts'
import type { Linkage } from './rows.ts'

/** The alarms that are open after one run of a linkage that raises one for a value that lasts. */
async function openAfter(isOnce: boolean, isPaired: boolean): Promise<readonly string[]> {
  const open = new Set<string>()
  const nobody = (): never => { throw new Error('nothing else is asked for') }
  const parts: ActionParts = {
    get db() { return nobody() },
    commands: { order: nobody, settled: nobody },
    book: {
      raise: (several: readonly AlarmRef[]) => { for (const { device } of several) open.add(device) },
      recover: (several: readonly AlarmRef[]) => { for (const { device } of several) open.delete(device) },
      devicesWith: nobody,
    },
    isGuarded: nobody, denialOf: async () => null, pairsOf: nobody, isPaired: async () => isPaired, told: nobody,
  }
  const linkage: Linkage = {
    id: 'a', project: 'plant', name: 'Too hot', isEnabled: true, watched: { id: 'a', condition: 'any', triggers: [] }, actions: [{ kind: 'alarm', level: 2 }], isSerial: true,
    delayMs: 0, silenceMs: 0, isOnce, recovery: null, owner: 'anna', timer: null, zone: 'UTC', isOnlyTimed: false, lastAt: null, problems: [], said: null,
  }
  const run: Run = {
    linkage, account: 'anna', said: { en: 'Pump: heat is 81', zh: '' }, at: 0, key: 'a/0/1', cause: { kind: 'attribute', device: 'plant/pump', point: 'heat', said: { value: 81, text: null }, isOfProduct: false, isLasting: true },
  }
  expect((await perform(parts, run)).map(({ outcome }) => outcome)).toEqual(['done'])
  return [...open]
}

it('the alarm of a linkage that runs once is over at once, for it hears of no end; unless another linkage ends it', async () => {
  expect(await openAfter(false, false)).toEqual(['pump'])
  expect(await openAfter(true, false)).toEqual([])
  expect(await openAfter(true, true)).toEqual(['pump'])
})
