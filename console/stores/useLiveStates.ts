import { useEffect, useMemo, useState } from 'react'
import { useStores } from './root.ts'
import { followedTags, LiveBoard, type LiveStates, type AnnouncedState, tagsOf } from './liveStates.ts'

const everyMs = 1000

export interface Live extends LiveStates {
  /** Change counter, because the maps are updated in place. */
  readonly turn: number
}

/**
 * Live states of all objects, evaluated once a second with one render for all. `alarmed`: devices with an uncleared
 * alarm. Call it inside an observer, because the tag table changes with the account.
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
