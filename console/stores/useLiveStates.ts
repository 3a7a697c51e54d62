import { useEffect, useMemo, useState } from 'react'
import { useStores } from './root.ts'
import { followedTags, LiveBoard, type LiveStates, type AnnouncedState, tagsOf } from './liveStates.ts'

const everyMs = 1000

export interface Live extends LiveStates {
  /** Counts the changes: the maps are filled anew in place. */
  readonly turn: number
}

/**
 * How all of these are now, looked at once a second: one render for all, whatever their number. `alarmed` are devices with an alarm that
 * is not over. For observers: the table of the next account is read from the store where it stays mounted.
 */
export function useLiveStates(spoken: readonly AnnouncedState[], alarmed: ReadonlySet<string>): Live {
  const { telemetry } = useStores()
  const { tags } = telemetry
  const board = useMemo(() => new LiveBoard(spoken, tags), [spoken, tags])
  const [turn, setTurn] = useState(0)
  useEffect(() => telemetry.need(followedTags(spoken).flatMap(tagsOf)), [telemetry, spoken])
  useEffect(() => {
    const look = (): void => { if (board.look(alarmed)) setTurn((before) => before + 1) }
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [alarmed, board])
  return { states: board.states, isOn: board.isOn, levels: board.levels, turn }
}
