import { quality, type TagTable } from '@mimic/engine/bindings'
import { useEffect, useMemo, useState } from 'react'
import type { PointState } from '../kit/map/point.ts'
import { useStores } from '../stores/root.ts'

/** Something that a device of the plant speaks for. */
export interface Spoken {
  readonly id: string
  readonly kind: 'cabinet' | 'pole' | 'fan' | 'device'
  readonly project: string
  readonly device: string
}

const everyMs = 1000
/** More are not followed one by one: they say so by being unknown. */
export const mostFollowed = 3000
const pointsOf: Readonly<Record<Spoken['kind'], readonly string[]>> = { cabinet: ['online'], pole: ['lamp', 'dimming'], fan: ['running'], device: ['running', 'open', 'state'] }

export interface LiveStates {
  readonly states: ReadonlyMap<string, PointState>
  /** The dimming of what can be dimmed, 0 to 100. */
  readonly levels: ReadonlyMap<string, number>
  /** Counts the changes: the maps are filled anew in place. */
  readonly turn: number
}

/** How all of these are now, looked at once a second: one render for all, whatever their number. `alarmed` are devices with an open alarm. */
export function useLiveStates(spoken: readonly Spoken[], alarmed: ReadonlySet<string>): LiveStates {
  const { telemetry } = useStores()
  const held = useMemo(() => ({ states: new Map<string, PointState>(), levels: new Map<string, number>(), of: spoken }), [spoken])
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const followed = spoken.filter(({ device }) => device !== '').slice(0, mostFollowed)
    const release = telemetry.need(followed.flatMap((one) => pointsOf[one.kind].map((point) => tagOf(one, point))))
    const look = (): void => {
      let isChanged = false
      for (const one of spoken) {
        const state = alarmed.has(`${one.project}/${one.device}`) ? 'alarm' : stateOf(telemetry.tags, one)
        const level = one.kind === 'pole' ? valueOf(telemetry.tags, tagOf(one, 'dimming')) : undefined
        if (held.states.get(one.id) === state && held.levels.get(one.id) === level) continue
        held.states.set(one.id, state)
        if (level === undefined) held.levels.delete(one.id)
        else held.levels.set(one.id, level)
        isChanged = true
      }
      if (isChanged) setTurn((before) => before + 1)
    }
    look()
    const timer = setInterval(look, everyMs)
    return () => {
      clearInterval(timer)
      release()
    }
  }, [telemetry, spoken, alarmed, held])
  return { states: held.states, levels: held.levels, turn }
}

/** On, off, or unknown where nothing good is known: a stale value never looks live. */
export function stateOf(tags: TagTable, one: Spoken): PointState {
  if (one.device === '') return 'unknown'
  for (const point of pointsOf[one.kind]) {
    const value = valueOf(tags, tagOf(one, point))
    if (value !== undefined) return point === 'state' ? (value === 1 ? 'on' : value === 2 ? 'alarm' : 'off') : value > 0 ? 'on' : 'off'
  }
  return 'unknown'
}

function valueOf(tags: TagTable, tag: string): number | undefined {
  const index = tags.indexOf(tag)
  const value = tags.values[index]
  return tags.qualityAt(index) === quality.good && value !== undefined && !Number.isNaN(value) ? value : undefined
}

const tagOf = ({ project, device }: Spoken, point: string): string => `${project}/${device}/${point}`
