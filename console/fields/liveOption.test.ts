import { expect, it } from 'vitest'
import { loop } from '../../contract/lighting/loop.ts'
import { liveOption } from './liveOption.ts'

const getOptionText = (row: object, value: number): string | undefined =>
  liveOption(loop.fields.state, { ...row }, value)?.words.en

it('shows whether a loop is on, including loops with inverted values', () => {
  expect([
    getOptionText({ isReversed: false }, 0),
    getOptionText({ isReversed: false }, 1),
    getOptionText({ isReversed: true }, 0),
    getOptionText({ isReversed: true }, 1),
  ]).toEqual(['Off', 'On', 'On', 'Off'])
})

it('has no text for a value that is not a switch state', () => {
  expect([getOptionText({}, 7), getOptionText({}, NaN)]).toEqual([undefined, undefined])
  expect([getOptionText({ isReversed: true }, 7), getOptionText({ isReversed: true }, NaN)]).toEqual([
    undefined,
    undefined,
  ])
})
