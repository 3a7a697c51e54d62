import { expect, it } from 'vitest'
import { loop } from '../../contract/lighting/loop.ts'
import { liveOption } from './liveOption.ts'

const said = (row: object, value: number): string | undefined => liveOption(loop.fields.state, { ...row }, value)?.words.en

it('says whether a loop is on, also where 0 is on and 1 is off', () => {
  expect([said({ isReversed: false }, 0), said({ isReversed: false }, 1), said({ isReversed: true }, 0), said({ isReversed: true }, 1)]).toEqual(['Off', 'On', 'On', 'Off'])
})

it('has no word for what is no state of a switch', () => {
  expect([said({}, 7), said({}, NaN)]).toEqual([undefined, undefined])
  expect([said({ isReversed: true }, 7), said({ isReversed: true }, NaN)]).toEqual([undefined, undefined])
})
