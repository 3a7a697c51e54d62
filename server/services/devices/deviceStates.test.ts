import { describe, expect, it } from 'vitest'
import { deviceStates as states } from '../../../contract/telemetry/index.ts'
import { computeState } from './deviceStates.ts'

const row = { isDisabled: false, isFresh: false, wasOnline: false }
const facts = { rows: row, isOnline: undefined, hasRecentMessage: false, hasSentValues: false }

describe('the state of a device', () => {
  it('is disabled whatever it does', () => {
    for (const isOnline of [true, false, undefined])
      expect(computeState({ ...facts, rows: { ...row, isDisabled: true }, isOnline, hasRecentMessage: true })).toBe(
        states.disabled,
      )
  })

  it('is online or offline as it is heard', () => {
    expect([true, false].map((isOnline) => computeState({ ...facts, isOnline, hasRecentMessage: true }))).toEqual([
      states.online,
      states.offline,
    ])
    expect(
      [true, false].map((isOnline) => computeState({ ...facts, rows: undefined, isOnline, hasRecentMessage: true })),
    ).toEqual([states.online, states.offline])
  })

  it('is not activated until it has been heard once, with a row or without', () => {
    for (const isOnline of [false, undefined]) {
      expect(computeState({ ...facts, rows: { ...row, isFresh: true }, isOnline })).toBe(states.notActivated)
      expect(computeState({ ...facts, rows: { ...row, isFresh: true }, isOnline: false, hasRecentMessage: true })).toBe(
        states.offline,
      )
    }
    expect([undefined, false].map((isOnline) => computeState({ ...facts, rows: undefined, isOnline }))).toEqual([
      null,
      states.notActivated,
    ])
  })

  it('that was online before the server started is not known until it is heard; one that was offline is offline', () => {
    expect(computeState({ ...facts, rows: { ...row, wasOnline: true } })).toBeNull()
    expect(computeState({ ...facts, rows: undefined, hasSentValues: true })).toBeNull()
    expect(computeState(facts)).toBe(states.offline)
    expect(computeState({ ...facts, rows: { ...row, wasOnline: true }, isOnline: false })).toBe(states.offline)
  })
})
